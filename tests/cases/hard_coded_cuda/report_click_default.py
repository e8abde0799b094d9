import click
import torch


@click.command()
@click.option("--device", default="cuda")
def main(device):
    print(torch.zeros(3).to(device))
