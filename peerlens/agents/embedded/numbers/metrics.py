"""Measures by which papers evaluate, with the short and long forms of each."""

from __future__ import annotations

import re
from typing import Final

_ALIASES: Final = (
    ("root mean squared error", "root mean square error", "RMSE"),
    ("mean absolute error", "MAE"),
    ("mean squared error", "mean square error", "MSE"),
    ("mean absolute percentage error", "MAPE"),
    ("word error rate", "WER"),
    ("character error rate", "CER"),
    ("equal error rate", "EER"),
    ("area under the curve", "area under the ROC curve", "AUC", "AUROC", "ROC AUC"),
    ("average precision", "mean average precision", "mAP", "AP"),
    ("intersection over union", "IoU", "mIoU", "Jaccard index"),
    ("F1 score", "F1", "F-score", "F-measure", "F1-score"),
    ("precision",),
    ("recall",),
    ("accuracy",),
    ("balanced accuracy",),
    ("perplexity", "PPL"),
    ("BLEU",),
    ("ROUGE", "ROUGE-L", "ROUGE-1", "ROUGE-2"),
    ("METEOR",),
    ("BERTScore",),
    ("peak signal-to-noise ratio", "PSNR"),
    ("structural similarity", "SSIM"),
    ("Fréchet inception distance", "FID"),
    ("mean reciprocal rank", "MRR"),
    ("normalised discounted cumulative gain", "normalized discounted cumulative gain", "NDCG", "nDCG"),
    ("expected calibration error", "ECE"),
    ("negative log-likelihood", "NLL"),
    ("Brier score",),
    ("Spearman correlation", "Spearman's rho"),
    ("Pearson correlation",),
    ("Kendall's tau",),
    ("Cohen's kappa",),
    ("exact match",),
    ("false positive rate", "FPR"),
    ("false negative rate", "FNR"),
    ("specificity",),
    ("Matthews correlation coefficient", "MCC"),
    ("Dice score", "Dice coefficient"),
    ("silhouette score",),
    ("R-squared", "coefficient of determination", "R2"),
    ("median absolute error",),
    ("maximum error",),
    ("success rate",),
)


def _spelled(form: str) -> str:
    """A form as a regular expression; short acronyms keep their case ("MAP" is not "map")."""
    pattern = re.escape(form).replace(r"\ ", r"[\s-]+").replace(r"\-", r"[\s-]?")
    return f"(?-i:{pattern})" if len(form) <= 5 and form != form.lower() else pattern


METRIC: Final = re.compile(
    r"(?<![\w-])(?:(?:hits?|recall|precision|success|pass|ndcg|map|mrr|acc(?:uracy)?|top|P|R)@\d+|"
    + "|".join(sorted((_spelled(form) for forms in _ALIASES for form in forms), key=len, reverse=True))
    + r")s?(?![\w])",
    re.IGNORECASE,
)
"""Any known measure, in any of its forms."""


def forms_of(metric: str) -> tuple[str, ...]:
    """Every form of the measure that ``metric`` is one form of; the form itself if it is not known."""
    for forms in _ALIASES:
        if any(re.fullmatch(_spelled(form) + "s?", metric.strip(), re.IGNORECASE) for form in forms):
            return forms
    return (metric,)
