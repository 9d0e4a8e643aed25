# make demo    verify two reviews of the example paper, then audit it
# make test    the whole test suite
# make test-extras    the tests that need PyTorch, SciPy or Ray, in an environment of their own
# make test-vllm    the tests against a real vLLM server, in an environment of its own (some GB, minutes)
# make check   formatting, lint, types, import directions
# make bench   speed and quality figures
# make bench-batch   batches: broken files, memory, two workers, 200 kills, 60 on a scripted model (hours)
# make eval DATA=DIR    the suites over the frozen sets, on the papers below DIR
# make figures DATA=DIR    the tables of docs/evaluation.md, from the data sets below DIR
# make check-figures    whether docs/evaluation.md still shows what is stored and what the example paper gives
# make lock    write constraints.txt anew from the newest versions that pass

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
VLLM := $(VENV)-vllm
EXAMPLE := examples

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test test-extras vllm test-vllm check bench bench-batch eval figures check-figures lock clean
.DELETE_ON_ERROR:

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "peerlens needs Python 3.11 or newer; set PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "python venv is missing: on Debian, apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.run: $(BIN)/python pyproject.toml constraints.txt
	@echo "installing peerlens and what it needs into $(VENV): some minutes, the first time only"
	$(BIN)/python -m pip install -q -c constraints.txt -e .
	@$(BIN)/python -m compileall -q peerlens
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	@echo "installing the tools for tests and checks into $(VENV): some minutes, the first time only"
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(VENV)/.run
	$(BIN)/peerlens verify $(EXAMPLE)/paper.pdf $(EXAMPLE)/review-1.md $(EXAMPLE)/review-2.md
	$(BIN)/peerlens audit $(EXAMPLE)/paper.pdf

test: $(VENV)/.dev
	$(BIN)/python -m pytest

test-extras:
	$(PYTHON) -m venv $(VENV)-extras
	$(VENV)-extras/bin/python -m pip install -q -c constraints-extras.txt -e '.[rerank,compare,eval]' pytest pytest-socket
	$(VENV)-extras/bin/python -m pytest tests/store/rerankers tests/evals/test_reference_figures.py \
		tests/evals/test_generation.py tests/evals/suites/test_actreview.py tests/evals/test_agreement.py \
		tests/store/test_entailment.py

$(VLLM)/.installed: peerlens/serving/requirements-cpu.txt
	rm -rf $(VLLM) && $(PYTHON) -m venv $(VLLM)
	$(VLLM)/bin/python -m pip install -q -r peerlens/serving/requirements-cpu.txt
	$(VLLM)/bin/python -m pip uninstall -q -y torchvision torchaudio torchcodec
	@touch $@

vllm: $(VLLM)/.installed

test-vllm: $(VENV)/.dev $(VLLM)/.installed
	PEERLENS_VLLM=$(VLLM) $(BIN)/python -m pytest tests/vllm

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	@$(BIN)/python -m compileall -q peerlens
	$(BIN)/python bench/run.py

bench-batch: $(VENV)/.dev
	$(BIN)/python bench/batch.py
	$(BIN)/python bench/batch_kills.py
	$(BIN)/python bench/batch_kills.py --served --papers 20 --kills 60 --characters 600

eval: $(VENV)/.run
	@test -n "$(DATA)" || { echo "say where the papers lie: make eval DATA=DIR" >&2; exit 2; }
	@for suite in absence wordings controls changed abstention; do \
		echo "$$suite"; $(BIN)/peerlens eval $$suite --data "$(DATA)" --out out/eval/$$suite || exit $$?; \
	done

figures: $(VENV)/.run
	@test -n "$(DATA)" || { echo "say where the data sets lie: make figures DATA=DIR" >&2; exit 2; }
	$(BIN)/python bench/figures.py --data "$(DATA)" $(NAMES)

check-figures: $(VENV)/.run
	$(BIN)/python bench/figures.py --check

lock: $(BIN)/python
	rm -rf $(VENV)-lock && $(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install -q -e '.[dev]' 'langchain-core<1.5' 'langsmith<0.9'  # later ones take 0.3 s more to load
	echo "# Versions the tests pass with; written by make lock." > constraints.txt
	$(VENV)-lock/bin/python -m pip freeze --exclude-editable >> constraints.txt
	rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VLLM) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
