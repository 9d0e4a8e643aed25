"""``peerlens``, but a batch's worker may use as many threads as it likes: what one thread each is measured against."""

import runpy

from peerlens.batch import processes, work
from peerlens.store.embedders.minilm import MiniLm, find_files

processes.ONE_THREAD.clear()
work._one_threaded = lambda: MiniLm(find_files())
runpy.run_module("peerlens", run_name="__main__")
