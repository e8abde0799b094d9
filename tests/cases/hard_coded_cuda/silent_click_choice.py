import click
import torch


@click.command()
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu")
def main(device):
    print(torch.zeros(3).to(device))
