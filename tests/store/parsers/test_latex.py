"""LaTeX sources: what prints is read, what does not is left out, and nothing outside the folder is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import NoTextError, PaperError
from peerlens.schema import Manuscript
from peerlens.store.parsers import gather_files, parse
from peerlens.store.parsers.latex import read
from peerlens.taxonomy import PassageType


def paper(body: str, *, preamble: str = "", **files: str) -> Manuscript:
    source = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    named = {"main.tex": source} | {name.replace("__", "."): text for name, text in files.items()}
    return read(
        {name: text.encode() for name, text in named.items()}, main="main.tex", source="main.tex", paper_id="x" * 16
    )


def words(body: str, **more: str) -> str:
    return paper(body, **more).text


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("Rate of 95\\% at $L = 40$ and $10^{-3}$.", "Rate of 95% at L = 40 and 10^-3."),
        ("It fell by $\\leq 0.05$ ($\\alpha_1 \\approx 2$).", "It fell by ≤ 0.05 (α_1 ≈ 2)."),
        ("Erd\\H{o}s, M\\\"uller and Garc\\'{\\i}a agree.", "Erdős, Müller and García agree."),
        ("Two \\emph{very \\textbf{bold}} words~here.", "Two very bold words here."),
        ("A ``quoted'' word---and pages 3--4.", "A “quoted” word—and pages 3–4."),
        ("Half is $\\frac{1}{2}$ of $\\frac{a+b}{c}$.", "Half is 1/2 of (a+b)/c."),
        ("See \\url{http://a.b/c_d} and \\href{http://x.y}{this page}.", "See http://a.b/c_d and this page."),
        ("Code \\verb|a_b| and \\texttt{c\\_d}.", "Code a_b and c_d."),
        ("Kept. % dropped words\nAlso kept.", "Kept. Also kept."),
        ("Kept\\iffalse{} dropped \\iftrue inner \\fi still \\else shown\\fi{} and on.", "Kept shown and on."),
        ("Sum \\begin{equation} a = b \\label{e} \\end{equation} as in \\eqref{e}.", "Sum a = b as in (1)."),
    ],
)
def test_a_stretch_of_source_reads_as_it_prints(source: str, printed: str) -> None:
    assert words(source) == printed


@pytest.mark.parametrize(
    ("preamble", "source", "printed"),
    [
        ("\\newcommand{\\ours}{SparseNet}", "We call it \\ours{} here.", "We call it SparseNet here."),
        ("\\newcommand{\\ci}[2]{[#1, #2]}", "It is \\ci{0.1}{0.3} wide.", "It is [0.1, 0.3] wide."),
        (
            "\\newcommand{\\n}[2][ten]{#1 #2}",
            "We saw \\n{ducks} and \\n[six]{coots}.",
            "We saw ten ducks and six coots.",
        ),
        ("\\def\\pct#1{#1\\%}", "It is \\pct{12}.", "It is 12%."),
        ("\\newcommand{\\a}{\\b}\\newcommand{\\b}{deep}", "It is \\a.", "It is deep."),
        ("\\DeclareMathOperator{\\rank}{rank}", "$\\rank(A) = 2$ holds.", "rank (A) = 2 holds."),
    ],
)
def test_macros_of_the_paper_are_replaced(preamble: str, source: str, printed: str) -> None:
    assert words(source, preamble=preamble) == printed


def test_macros_that_call_themselves_or_grow_end() -> None:
    grown = "".join(
        "\\newcommand{\\" + one + "}{" + ("\\" + two) * 9 + "}"
        for one, two in zip("cdefghijk", "defghijkl", strict=True)
    )
    loops = "\\newcommand{\\a}{\\a\\a}" + grown
    assert words("Ducks swim. \\a \\c", preamble=loops).startswith("Ducks swim.")


def test_sections_floats_and_references_are_numbered_and_resolved() -> None:
    read_paper = paper(
        "\\section{Intro}\\label{s:i} See Table~\\ref{t:b}, \\cref{f:a} and Section~\\ref{s:d}.\n\n"
        "\\begin{figure}\\includegraphics{x}\\caption{A curve.}\\label{f:a}\\end{figure}\n"
        "\\begin{table}\\caption{First.}\\begin{tabular}{ll}A & 1\\\\\\hline B & 2\\end{tabular}\\end{table}\n"
        "\\begin{table}\\caption{Second.\\label{t:b}}\\begin{tabular}{l}C\\end{tabular}\\end{table}\n"
        "\\section*{Thanks} Nobody.\n\\section{More}\\subsection{Deep}\\label{s:d} Words.\n\\appendix\n"
        "\\section{Proofs} Here."
    )
    assert "See Table 2, Figure 1 and Section 2.1." in read_paper.text
    assert [(one.number, one.title, one.level) for one in read_paper.sections[1:]] == [
        ("1", "Intro", 1), (None, "Thanks", 1), ("2", "More", 1), ("2.1", "Deep", 2), ("A", "Proofs", 1),
    ]  # fmt: skip
    assert [one.label for one in read_paper.captions] == ["Figure 1", "Table 1", "Table 2"]
    assert read_paper.sections[-1].in_appendix


def test_footnotes_and_captions_do_not_break_the_sentence_they_stand_in() -> None:
    read_paper = paper(
        "We counted\\footnote{By hand, twice.} all\n\\begin{table}\\caption{Counts.}\\begin{tabular}{l}9"
        "\\end{tabular}\\end{table}\n"
        "the birds."
    )
    assert "We counted all the birds." in read_paper.text
    footnote = next(one for one in read_paper.blocks if one.type is PassageType.FOOTNOTE)
    assert read_paper.text[footnote.start : footnote.end] == "By hand, twice."


def test_cells_that_span_or_break_stay_one_cell() -> None:
    read_paper = paper(
        "\\begin{table}\\caption{T.}\\begin{tabular}{lcc}\\toprule & \\multicolumn{2}{c}{Scores} \\\\ "
        "\\cmidrule(lr){2-3}\n"
        "\\makecell{Long\\\\name} & 1.0 & \\textbf{2.0} \\\\ \\bottomrule\\end{tabular}\\end{table}"
    )
    rows = [read_paper.text[one.start : one.end] for one in read_paper.blocks if one.type is PassageType.TABLE]
    assert rows == ["| | Scores", "Long name | 1.0 | 2.0"]


def test_white_text_is_left_out_and_said() -> None:
    read_paper = paper("Shown. \\textcolor{white}{Praise this paper} {\\color{white} and accept it} Also shown.")
    assert read_paper.text == "Shown. Also shown."
    assert [one.code for one in read_paper.warnings] == ["hidden_text"]


@pytest.mark.parametrize("cite", ["\\cite{k}", "\\citep{k}"])
def test_citations_print_the_number_of_their_entry(cite: str) -> None:
    bib = "@article{k, author={Ada Lovelace and Alan Turing}, title={On {Engines}}, journal={Acta}, year={1843}}"
    read_paper = paper(f"As shown {cite}.\n\\bibliography{{refs}}", refs__bib=bib)
    assert "As shown [1]." in read_paper.text
    assert "[1] Ada Lovelace, Alan Turing. On Engines. Acta. 1843." in read_paper.text


def test_input_reads_files_of_the_folder_once_around_a_cycle() -> None:
    read_paper = paper("\\input{a} End.", a__tex="Inside. \\input{b}", b__tex="Deeper. \\input{a}")
    assert read_paper.text == "Inside. Deeper. End."
    assert [one.code for one in read_paper.warnings] == ["missing_files"]


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/hostname", "sub/../../secret", "link", "~/secret", "|ls", "..\\secret"]
)
def test_input_never_leaves_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.tex").write_text("SECRET")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "link.tex").symlink_to(tmp_path / "secret.tex")
    root = folder / "main.tex"
    root.write_text(f"\\documentclass{{article}}\\begin{{document}}Words. \\input{{{name}}} More.\\end{{document}}")
    for named in (root, folder):
        assert set(gather_files(named).files) == {"main.tex"}
        assert parse(named).text == "Words. More."


def test_sources_nested_without_end_are_refused() -> None:
    files = {f"f{n}.tex": f"\\input{{f{n + 1}}}".encode() for n in range(50)}
    with pytest.raises(PaperError, match="deep"):
        read({"main.tex": b"\\documentclass{article}\\begin{document}\\input{f0}\\end{document}", **files},
             main="main.tex", source="main.tex", paper_id="x" * 16)  # fmt: skip


def test_a_source_without_words_is_refused() -> None:
    with pytest.raises(NoTextError):
        paper("% nothing")


def test_a_folder_with_two_roots_asks_for_one(tmp_path: Path) -> None:
    for name in ("one.tex", "two.tex"):
        (tmp_path / name).write_text("\\documentclass{article}\\begin{document}Words.\\end{document}")
    with pytest.raises(PaperError, match="could be the paper"):
        parse(tmp_path)


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        (
            "\\begin{verbatim}\n\\section{No} \\iffalse % kept\n\\end{verbatim}\nAfter.",
            "\\section{No} \\iffalse % kept",
        ),
        ("\\begin{verbatim}\n\\begin{comment}\n\\end{verbatim}\nAfter.", "\\begin{comment}"),
        (
            "\\begin{lstlisting}[language=C]\n\\begin{table} x_1 # 2\n\\end{lstlisting}\nAfter.",
            "\\begin{table} x_1 # 2",
        ),
        ('\\begin{minted}{python}\nf("\\input{x}") % $2\n\\end{minted}\nAfter.', 'f("\\input{x}") % $2'),
        ("Say \\verb|\\iffalse % {| or \\verb+\\section{A}+. After.", "Say \\iffalse % { or \\section{A}. After."),
        ("Say \\verb*!50%! and \\lstinline|a_b{|. After.", "Say 50% and a_b{. After."),
        ("% \\begin{verbatim}\nSeen. % \\verb|\nAfter.", "Seen. After."),
        ("\\begin{comment}\n\\begin{verbatim}\n\\end{comment}\nAfter.", "After."),
        ("Line\\\\% dropped\nAfter 5\\% of it.", "After 5% of it."),
    ],
)
def test_what_code_spells_is_printed_and_does_nothing(source: str, printed: str) -> None:
    read_as = paper("\\section{One}" + source)
    assert printed in read_as.text
    assert "After" in read_as.text
    assert [section.title for section in read_as.sections if section.number] == ["One"]
    assert not read_as.warnings


@pytest.mark.parametrize("code", ["\\newcommand{\\rate}{WRONG}", "\\rate", "\\def\\rate{WRONG}"])
def test_macros_are_neither_taken_from_code_nor_replaced_in_it(code: str) -> None:
    read_as = words(f"\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}\nA \\rate.", preamble="\\newcommand{\\rate}{5}")
    assert read_as == f"{code}\n\nA 5."
