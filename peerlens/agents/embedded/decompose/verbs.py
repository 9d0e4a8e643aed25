"""The verbs that reviews use, and their forms."""

from __future__ import annotations

_BASES = (
    "accept achieve acknowledge add address adopt affect aid "
    "aim allow analyze analyse answer appear apply argue assess "
    "assume "
    "assert avoid base become begin behave believe belong benefit build call capture carry cause change check choose "
    "cite "
    "claim clarify combine compare complete comprise compute concern conclude conduct confirm confuse consider consist "
    "constitute constrain construct contain contradict contribute converge convince cover create deal decrease define "
    "degrade deliver demonstrate depend derive describe deserve design detail detract determine develop deviate differ "
    "discuss disclose display distinguish do drop elaborate employ enable encourage enhance ensure establish estimate "
    "evaluate examine exceed exhibit exist expect experiment explain explore exploit extend extract facilitate fail "
    "feature "
    "feel find fit fix focus follow formulate generalise generalize generate get give go guarantee guide handle "
    "happen harm "
    "have help highlight hinder hold hurt identify ignore illustrate implement imply improve include incorporate "
    "increase "
    "indicate infer influence inherit inspect inspire introduce investigate involve isolate justify keep know lack "
    "lead "
    "learn leave leverage lie like limit look lose maintain make match matter mean measure mention mimic miss mitigate "
    "model modify motivate need neglect note observe obtain occur offer omit open operate optimise optimize outline "
    "outperform overcome overlook overstate perform point pose possess predict prefer present preserve prevent produce "
    "prohibit promise propose prove provide publish put quantify quote raise reach read rebut recognise recognize "
    "recommend reduce refer reflect relate release rely remain remove render repeat report represent reproduce require "
    "resemble resolve restrict result reveal review rewrite run sacrifice satisfy say scale see seem select serve set "
    "share show simplify simulate solve sound specify speed stand start state stem strengthen stress study "
    "substantiate "
    "suffer suggest summarise summarize support surpass take tackle tell tend test think train transfer treat trust "
    "try "
    "tune understand undermine underperform use utilise utilize validate vary verify violate want weaken work write "
    "yield "
    "beat leak win rank score cost expose hide assign attain acquire access adjust admit advance align "
    "alter anticipate approximate arise arrange assist associate attribute augment balance bias blur "
    "break bridge bring calibrate cast center characterize circumvent cluster coincide collapse collect "
    "command complicate comply compose compress concentrate condition configure conflict connect convert "
    "correct correlate correspond count couple craft decide declare decompose decouple deem defend delay "
    "denote deploy deprive deteriorate detect diagnose differentiate diminish disagree discard discover "
    "distill distort diverge divide dominate draw drive emerge emphasise emphasize empower encode "
    "encounter end enforce enjoy enlarge enrich entail equal err exacerbate exclude execute expand "
    "extrapolate face fall favor favour fill filter flow force form foster function fuse gain grow hinge "
    "hope host imagine impact impose induce inform initialize inject insert integrate intend interact "
    "interpret interpolate invoke label land last link list load locate lower manage manipulate map "
    "marginalize mask mix monitor move name necessitate normalize object offset oppose organize originate "
    "overfit overlap owe parallelize parametrize pass pay penalize permit perturb pick place plan play "
    "plot precede preclude presume prevail process progress project prompt propagate prune pursue push "
    "question quantize range realize rearrange reason receive reconstruct recover refine reformulate "
    "regard regress regularize reinforce reject relax relabel reorganize replace rescale reside resort "
    "respond retain retrain retrieve reuse rule sample save scatter segment send separate shed shift "
    "shrink showcase convey signal situate smooth sort span specialize spend split stabilize stack stay steer "
    "stick stop store streamline structure suffice suit supply surprise switch synthesize target term tie "
    "touch trace track trade transform translate trigger turn underestimate underline underlie underscore "
    "undertake unify update view visualize wait warrant wonder worsen "
    "invalidate nullify disappear reappear strip resemble struggle tolerate vanish coincide outweigh outline"
).split()
_IRREGULAR_PAST = (
    "became began built chose came did drew fell felt found gave got held kept knew led left lost made meant met "
    "proved "
    "put ran read said saw sent set showed stood took told thought understood went wrote"
).split()
_IRREGULAR_PARTICIPLE = (
    "been begun built chosen done drawn found given held kept known led left lost made meant met run seen sent set "
    "shown "
    "taken thought told understood written proven stated put read drawn hidden broken"
).split()


def _third(base: str) -> str:
    if base in ("have", "do", "go"):
        return {"have": "has", "do": "does", "go": "goes"}[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def past(base: str) -> str:
    """The past form of a listed verb ("use" → "used"), good enough for common verbs."""
    irregular = {
        "choose": "chose", "give": "gave", "show": "showed", "take": "took", "make": "made", "do": "did", "find":
        "found", "run": "ran", "keep": "kept", "get": "got", "see": "saw", "write": "wrote", "build": "built",
        "set": "set", "put": "put", "leave": "left", "lead": "led", "hold": "held", "begin": "began", "think":
        "thought", "have": "had", "go": "went", "say": "said", "become": "became", "fit": "fit", "read": "read",
        "know": "knew", "lose": "lost", "mean": "meant", "understand": "understood", "drop": "dropped", "stand":
        "stood", "tell": "told", "feel": "felt",
    }  # fmt: skip
    if base in irregular:
        return irregular[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


def third(base: str) -> str:
    """The third person singular of a verb ("use" → "uses")."""
    return _third(base)


BASES = frozenset(_BASES)
THIRD = {_third(base): base for base in _BASES}
PARTICIPLES = frozenset(
    [past(base) for base in _BASES if past(base).endswith("ed")]
    + [*_IRREGULAR_PARTICIPLE, "lacking", "missing", "planned", "based", "needed", "fixed"]
)
PASTS = frozenset([past(base) for base in _BASES] + _IRREGULAR_PAST)
