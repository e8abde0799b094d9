"""Predictions as a stream: a generator of batches, a thread that reads ahead, a coroutine that answers requests (2.x)."""
import argparse
import asyncio
import queue
import threading

import numpy as np
import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=30)
parser.add_argument("--batch-size", type=int, default=8)


class Forecaster(nn.Module):
    """The next value of a series from the ones before."""

    def __init__(self, window: int = 8, hidden: int = 16):
        super().__init__()
        self.inp, self.norm, self.out = nn.Linear(window, hidden), nn.LayerNorm(hidden), nn.Linear(hidden, 1)
        self.drop = nn.Dropout(0.1)
        nn.init.xavier_uniform_(self.inp.weight.data)
        self.inp.bias.data.zero_()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(self.drop(torch.tanh(self.norm(self.inp(x))))).squeeze(-1)


def windows(n: int, window: int = 8) -> tuple[torch.Tensor, torch.Tensor]:
    series = torch.sin(torch.arange(n + window) * 0.3) + torch.randn(n + window) * 0.05
    return series.unfold(0, window, 1)[:n], series[window:]


def read_ahead(x: torch.Tensor, size: int, out: queue.Queue) -> None:
    """The worker of a thread."""
    for batch in x.split(size):
        out.put(batch.to("cuda"))
    out.put(None)


def predict_stream(model: nn.Module, x: torch.Tensor, size: int):
    """Yields inside: a `with` around it would switch gradients off for whoever consumes."""
    model.eval()  # for the whole stream
    batches: queue.Queue = queue.Queue(maxsize=2)
    reader = threading.Thread(target=read_ahead, args=(x, size, batches), daemon=True)
    reader.start()
    while (batch := batches.get()) is not None:
        yield model(batch).cpu()
    reader.join()


def fine_tune(model: nn.Module, optimizer: torch.optim.Optimizer, x: torch.Tensor, y: torch.Tensor, size: int) -> float:
    """Trains on the predictions of the stream, while it runs."""
    total = 0.0
    for i, prediction in enumerate(predict_stream(model, x, size)):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(prediction, y[i * size:(i + 1) * size])
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


async def answer(model: nn.Module, requests: asyncio.Queue, answers: list[float]) -> None:
    """Others run at every await, and they may need gradients."""
    model.eval()  # once
    while (series := await requests.get()) is not None:
        value = model(series.to("cuda").unsqueeze(0))
        await asyncio.sleep(0)
        answers.append(value.item())


async def serve(model: nn.Module, x: torch.Tensor) -> list[float]:
    requests: asyncio.Queue = asyncio.Queue()
    answers: list[float] = []
    task = asyncio.create_task(answer(model, requests, answers))
    for series in x[:5]:
        await requests.put(series)
    await requests.put(None)
    await task
    return answers


def main() -> None:
    args = parser.parse_args()
    torch.manual_seed(0)
    model = Forecaster().to("cuda")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    x, y = windows(96)
    model.train()
    for step in range(args.steps):
        idx = torch.randperm(len(x))[:32]
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x[idx].to("cuda")), y[idx].to("cuda"))
        loss.backward()
        optimizer.step()
    print(f"trained: {loss.detach().cpu().numpy():.6f}")
    print(f"stream: {fine_tune(model, optimizer, x, y, args.batch_size):.6f}")
    model.eval()
    errors = []
    for a, b in zip(x.split(32), y.split(32)):
        errors.append((model(a.to("cuda")).cpu() - b).abs().mean().item())
    print(f"mean error: {np.mean(errors):.6f}")
    print("answers:", " ".join(f"{value:.5f}" for value in asyncio.run(serve(model, x))))


if __name__ == "__main__":
    main()
