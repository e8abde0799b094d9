import torch
from torch import Tensor


def without_dimensions(x: Tensor):
    return x + torch.zeros(3).cuda()


def asserted_only(x: Tensor):
    assert x.size(0) > 1
    return x + torch.zeros(3).cuda()


def asked_for_on_one_way(x: Tensor, n):
    if n is None:
        n = x.size(0)
    return x + torch.zeros(n).cuda()


def number_taken_out(x: Tensor):
    return x.view(-1)[0] + torch.zeros(3).cuda()


def an_index(x: Tensor):
    rows = torch.arange(2).cuda()
    return x.view(-1)[rows]


def stored_into_a_slice(x: Tensor):
    x[:, 0] = torch.zeros(3).cuda()
    return x.size(1)


def copied(x: Tensor):
    return torch.zeros(3).cuda().copy_(x.view(-1))


def on_one_branch(x: Tensor, training):
    noise = torch.zeros(3).cuda()
    if training:
        return x.view(-1) + noise
    return noise


def left_before(x: Tensor, ready):
    noise = torch.zeros(3).cuda()
    if ready:
        return noise
    return x.view(-1) + noise


def in_one_way_of_a_choice(x: Tensor, training):
    noise = torch.zeros(3).cuda()
    return x.view(-1) + noise if training else noise


def bound_again(x: Tensor):
    x = torch.relu(x).view(-1)
    return x.unsqueeze(0) + torch.zeros(3).cuda()


def bound_again_between(x: Tensor, other):
    noise = torch.zeros(3).cuda()
    x = other.prepare(x)
    return x.unsqueeze(0) + noise


def given_other_data(x: Tensor, other):
    noise = torch.zeros(3).cuda()
    x.data = other
    return x.unsqueeze(0) + noise


def the_new_one_is_bound_again(x: Tensor, other):
    noise = torch.zeros(3).cuda()
    if other is not None:
        noise = other
    return x.unsqueeze(0) + noise


def unknown(x):
    return x.hidden() + torch.zeros(3).cuda()


def in_an_inner_function(x: Tensor):
    noise = torch.zeros(3).cuda()

    def add():
        return x.unsqueeze(0) + noise

    return add


def a_list(parts):
    return torch.cat([torch.zeros(1, 3).cuda(), *parts])


def passed_over_where_it_is_empty(x: Tensor):
    return torch.cat([torch.zeros(3).cuda(), x.view(-1)])


def moved_back(x: Tensor):
    return x.view(-1) + torch.zeros(3).cuda().cpu()


def moved_itself(x: Tensor):
    return x.view(-1).cuda() + torch.zeros(3).cuda()


def in_a_loop(x: Tensor, n):
    noise = 0
    for _ in range(n):
        noise = torch.zeros(3).cuda()
    return x.view(-1) + noise


def in_a_loop_that_may_not_run(x: Tensor, n):
    noise = torch.zeros(3).cuda()
    for _ in range(n):
        noise = x.view(-1) + noise
    return noise


def an_error_is_caught(x: Tensor):
    try:
        return x.view(-1) + torch.zeros(3).cuda()
    except TypeError:
        return None


def an_error_is_expected(test, x: Tensor):
    noise = torch.zeros(3).cuda()
    with test.may_fail():
        return x.view(-1) + noise
    return noise


def handed_out(x: Tensor):
    noise = torch.zeros(3).cuda()
    yield noise
    yield x.view(-1) + noise


def with_a_line_for_one_of_two(x: Tensor, model):
    noise = torch.zeros(3).cuda()
    return x.view(-1) + noise, torch.ones(2).cuda()


def all_that_is_given(*x: Tensor):
    return x[:1] + torch.zeros(3).cuda()


def each(x: Tensor):
    return [x.view(-1) + torch.zeros(3).cuda() for _ in range(3)]


def without_a_dimension_from_here_on(x: Tensor):
    n = x.size(0)
    x.squeeze_()
    return x + torch.zeros(n).cuda()


def deleted_on_the_way(x: Tensor):
    flat = x.view(-1)
    del x
    return flat + torch.zeros(3).cuda()
# output
import torch
from torch import Tensor


def without_dimensions(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x + torch.zeros(3).to(device)


def asserted_only(x: Tensor):
    assert x.size(0) > 1
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x + torch.zeros(3).to(device)


def asked_for_on_one_way(x: Tensor, n):
    if n is None:
        n = x.size(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x + torch.zeros(n).to(device)


def number_taken_out(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.view(-1)[0] + torch.zeros(3).to(device)


def an_index(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rows = torch.arange(2).to(device)
    return x.view(-1)[rows]


def stored_into_a_slice(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x[:, 0] = torch.zeros(3).to(device)
    return x.size(1)


def copied(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device).copy_(x.view(-1))


def on_one_branch(x: Tensor, training):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    if training:
        return x.view(-1) + noise
    return noise


def left_before(x: Tensor, ready):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    if ready:
        return noise
    return x.view(-1) + noise


def in_one_way_of_a_choice(x: Tensor, training):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    return x.view(-1) + noise if training else noise


def bound_again(x: Tensor):
    x = torch.relu(x).view(-1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.unsqueeze(0) + torch.zeros(3).to(device)


def bound_again_between(x: Tensor, other):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    x = other.prepare(x)
    return x.unsqueeze(0) + noise


def given_other_data(x: Tensor, other):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    x.data = other
    return x.unsqueeze(0) + noise


def the_new_one_is_bound_again(x: Tensor, other):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    if other is not None:
        noise = other
    return x.unsqueeze(0) + noise


def unknown(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.hidden() + torch.zeros(3).to(device)


def in_an_inner_function(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)

    def add():
        return x.unsqueeze(0) + noise

    return add


def a_list(parts):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.cat([torch.zeros(1, 3).to(device), *parts])


def passed_over_where_it_is_empty(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.cat([torch.zeros(3).to(device), x.view(-1)])


def moved_back(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.view(-1) + torch.zeros(3).to(device).cpu()


def moved_itself(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.view(-1).to(device) + torch.zeros(3).to(device)


def in_a_loop(x: Tensor, n):
    noise = 0
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for _ in range(n):
        noise = torch.zeros(3).to(device)
    return x.view(-1) + noise


def in_a_loop_that_may_not_run(x: Tensor, n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    for _ in range(n):
        noise = x.view(-1) + noise
    return noise


def an_error_is_caught(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        return x.view(-1) + torch.zeros(3).to(device)
    except TypeError:
        return None


def an_error_is_expected(test, x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    with test.may_fail():
        return x.view(-1) + noise
    return noise


def handed_out(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    yield noise
    yield x.view(-1) + noise


def with_a_line_for_one_of_two(x: Tensor, model):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    noise = torch.zeros(3).to(device)
    return x.view(-1) + noise, torch.ones(2).to(device)


def all_that_is_given(*x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x[:1] + torch.zeros(3).to(device)


def each(x: Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return [x.view(-1) + torch.zeros(3).to(device) for _ in range(3)]


def without_a_dimension_from_here_on(x: Tensor):
    n = x.size(0)
    x.squeeze_()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x + torch.zeros(n).to(device)


def deleted_on_the_way(x: Tensor):
    flat = x.view(-1)
    del x
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return flat + torch.zeros(3).to(device)
