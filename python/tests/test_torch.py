"""Windows of recordings for PyTorch: `cargo xtask test --only torch`."""

from __future__ import annotations

import numpy as np
import pytest
import reenact
import reenact.torch
import torch


def test_windows_are_parts_of_the_samples() -> None:
    study = reenact.dataset([reenact.make(n + 1, seed=n).with_name(f"P{n}") for n in range(3)])
    windows = reenact.torch.Windows(
        study,
        secs=0.5,
        step_secs=0.25,
        joints=["IndexTip"],
        relative_to="wrist",
        label=lambda recording, start, end: recording.name,
    )
    counts = [(60 * (n + 1) + 1 - 30) // 15 + 1 for n in range(3)]
    assert len(windows) == sum(counts)
    window, label = windows[counts[0] + 1]
    assert window.shape == (30, 6) and label == "P1"
    values = study["P1"].sample(60).to_numpy(["IndexTip"], relative_to="wrist")[15:45]
    np.testing.assert_array_equal(window.numpy(), np.nan_to_num(values))
    with pytest.raises(IndexError, match="no window"):
        windows[len(windows)]
    with pytest.raises(reenact.ReenactError, match="have no frames"):
        reenact.torch.Windows(study, secs=0)
    with pytest.raises(reenact.ReenactError, match="more than the limit of 100"):
        reenact.torch.Windows(study, max_frames=100)


def test_a_loader_makes_batches_of_them() -> None:
    windows = reenact.torch.Windows([reenact.make(4)], secs=0.5)
    loader = torch.utils.data.DataLoader(windows, batch_size=4, shuffle=True)
    assert next(iter(loader)).shape == (4, 30, 156)
