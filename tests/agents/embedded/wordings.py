"""Claims in many wordings on three invented papers, with the label each must get.

Written from the families of the design: absence, graded absence, double negation, doubt, exclusives, universals,
comparisons, changed numbers, named places, mentions, silence, opinion, outside knowledge.
"""

from __future__ import annotations

from typing import Final

S, P, N, D = "Supported", "Partially Supported", "Not Supported", "Not Determined"

WORDINGS: Final = {
    "leafscan": (
        ("The paper does not report a significance test.", S),
        ("Unless I missed it, the authors never ran a statistical test.", S),
        ("It is not true that no statistical test was run.", N),
        ("A significance test is reported.", N),
        ("The authors never state the batch size.", N),
        ("There is no information about the optimizer.", N),
        ("It is unclear how many seeds were used.", N),
        ("The code is not publicly available.", N),
        ("The source code has not been released.", N),
        ("Neither runtime nor memory usage is reported.", P),
        ("The paper lacks any discussion of limitations.", N),
        ("There is no lack of baselines in the experiments.", S),
        ("The submission fails to report inter-annotator agreement.", N),
        ("No user study with growers is included.", S),
        # what a claim places in a part that was not supplied is not missing
        ("A user study with growers is reported in the appendix.", D),
        ("A user study with growers is reported.", N),
        ("The authors do not compare with PestNet.", S),
        ("CropCLIP is not used in the experiments.", S),
        ("The paper does not cite PestNet.", N),
        ("Moreau et al. are not mentioned.", N),
        ("The paper does not compare against BlightFormer.", S),
        ("LeafCNN is not among the baselines that were tested.", N),
        ("VineNet is the only baseline.", N),
        ("The only baselines are VineNet and LeafCNN.", S),
        ("The photographs were only taken in daylight.", S),
        ("LeafScan was tested at night.", N),
        ("LeafScan was never tested at night.", S),
        ("LeafScan outperforms VineNet in F1.", S),
        ("VineNet outperforms LeafScan in F1.", N),
        ("LeafScan has a higher precision than VineNet.", N),
        ("LeafScan has a higher F1 than all baselines.", S),
        ("Every baseline has a lower precision than LeafScan.", P),
        ("The F1 score of LeafScan is 81.5.", S),
        ("The F1 score of VineNet is 81.5.", N),
        ("LeafScan is trained on 240 labelled leaves.", S),
        ("The test split has 160 leaves.", N),
        ("FieldLeaf holds nineteen hundred photographs from four farms.", S),
        ("FieldLeaf holds photographs from nine farms.", N),
        ("Training takes three days.", D),
        ("Without patch swapping the F1 falls by 4.2 points.", S),
        ("Table 1 reports the recall of LeafScan.", N),
        ("Table 1 reports that VineNet has 11 M parameters.", S),
        ("The ablation of patch swapping is insufficient.", P),
        ("Too little is said about how the leaves were labelled.", P),
        ("Insufficient confidence intervals are given.", S),
        ("LeafScan would work on potato leaves as well.", D),
        ("The method is novel and well motivated.", D),
        ("Patch swapping was already proposed by others for faces.", D),
        ("A photograph takes 120 ms on a phone.", S),
        ("LeafScan needs 200 ms for a photograph.", N),
    ),
    "tideqa": (
        ("TideQA contains 3,200 questions.", S),
        ("TideQA contains questions in English only.", N),
        ("The test set has 300 questions.", N),
        ("The paper does not report hyper-parameters such as the learning rate.", S),
        ("There is no error analysis.", N),
        ("The authors neither discuss ethics nor give a licence.", N),
        ("No statistical significance test was conducted.", N),
        ("I do not believe that the difference was tested for significance.", N),
        ("GPT-4 was not evaluated.", S),
        ("The authors evaluate GPT-4.", N),
        ("French questions are not covered.", S),
        ("HarborLM-7B is better than TableT5 in both languages.", S),
        ("TableT5 is better than HarborLM-7B on Welsh.", N),
        ("SlackRules answers fewer questions than TableT5.", S),
        ("HarborLM-7B reaches 52 on English.", N),
        ("HarborLM-7B answers 52% of the Welsh test questions.", S),
        ("Prompts were tuned.", N),
        ("The prompts were not tuned.", S),
        ("It is not the case that the prompts were tuned.", S),
        ("The sailors were paid.", S),
        ("Confidence intervals are missing.", N),
        ("The paper provides no ablation study.", S),
        ("Fine-tuning TableT5 takes two hours.", S),
        ("Fine-tuning TableT5 takes two days.", N),
        ("The paper does not mention WikiTables.", N),
        ("No experiments on WikiTables are reported.", S),
        ("The questions are interesting.", D),
    ),
    "lazybandit": (
        ("No proof is given.", N),
        ("The paper lacks theoretical guarantees.", N),
        ("There are no experiments on real data.", S),
        ("The experiments use only synthetic rewards.", S),
        ("Error bars are not shown.", N),
        ("Every run is repeated 30 times.", S),
        ("Every run is repeated 10 times.", N),
        ("The sensitivity to the skipping threshold is not studied.", N),
        ("LazyBandit makes fewer updates than LinUCB.", S),
        ("The running time is never reported.", N),
        ("LinUCB takes 1.5 s.", N),
        ("Changing rewards are not covered by the bound.", S),
        ("No code release.", S),
        ("Lack of related work section.", S),
        ("The proof is missing.", N),
        ("LazyBandit is not compared with Thompson sampling.", S),
        ("I doubt that the simulations were repeated.", N),
        ("The regret of LazyBandit is 198.", N),
        ("The authors should compare with neural bandits.", D),
    ),
    "icelens": (
        # two lists that go with each other, on either side
        ("FloeNet reaches an F1 of 77.9.", S),
        ("FloeNet reaches an F1 of 81.2.", N),
        ("IceLens and FloeNet reach an F1 of 81.2 and 77.9, respectively.", S),
        ("IceLens and FloeNet reach an F1 of 77.9 and 81.2, respectively.", N),
        ("The accuracy on Garda is 71.0%.", S),
        ("The accuracy on Como is 71.0%.", N),
        ("The accuracies on Garda and Bled are 71.0% and 94.1% respectively.", S),
        ("44 pictures are used for testing.", S),
        ("56 pictures are used for testing.", N),
        # what is said of the own system, or of a thing, is what must be found, not the thing alone
        ("IceLens is tuned on the validation set.", D),
        ("The method is tuned on the test set.", D),
        ("The learning rate is tuned on the validation split.", D),
        ("An ablation of the shore mask is reported.", S),
        ("The paper reports a significance test against FloeNet.", N),
        # "the method" in a comparison is the own system
        ("The method fails to beat BergCut.", S),
        ("The proposed method does not outperform FloeNet.", N),
        ("The proposed approach is worse than BergCut.", S),
        # a system is smaller by its size, not by its scores
        ("The model is smaller than BergCut.", D),
        # a section and what stands in it
        ("There is no discussion of related work on fairness.", N),
        ("There is no related work on sonar.", S),
        ("The paper does not discuss the cost.", S),
        # only others, and the only other
        ("The only systems compared are ones other than FloeNet.", N),
        ("The only systems compared are ones other than GlacierNet.", S),
        ("The paper tries only networks other than BergCut.", N),
        ("The pictures are mapped only by methods other than GlacierNet.", S),
        ("The only rival applied other than BergCut is GlacierNet.", N),
        # missing, in other verbs
        ("The study leaves FloeNet aside.", N),
        ("The study leaves GlacierNet aside.", S),
        ("A segmentation network such as BergCut is left aside.", N),
        ("The authors forget GlacierNet as a competitor.", S),
        ("The paper keeps silent on the F1 of BergCut.", N),
        ("The stronger BergCut network is missing from the comparison of networks.", N),
        ("GlacierNet is absent from the line-up of methods.", S),
        ("Readers who want GlacierNet results will look for them in vain.", S),
        ("For the pictures of Garda, GlacierNet is not tried.", S),
        ("The strongest network, BergCut, is left out of the comparison.", N),
        ("The contour-based FloeNet is absent from the competitors.", N),
        # what stands in the paper word for word cannot be contradicted by its own sentence
        ("Without the shore mask the F1 of IceLens falls from 81.2 to 78.4.", S),
        ("Ice on lakes named Bled, Como and Garda comes and goes.", S),
        # what the paper is quoted with
        ('The paper says "We also study its speed".', S),
        ('The authors state "our method is the best ever made".', D),
        ('Line 12 says "Radar sees ice through clouds" without any reference.', N),
        ('The introduction says "IceLens is a small segmentation network" without giving a citation.', S),
        ("The paper praises its speed without going into details.", D),
        # a sentence that judges nothing bears out no judgement
        ("The accuracy on the lakes is disappointing.", D),
        ("The results on Bled, Como and Garda are too similar to tell the networks apart.", D),
        ("The segmentation network is technically sound.", D),
        ("The analysis of the accuracy is correct.", D),
        ("Mapping lake ice from pictures that hikers take is a natural idea.", D),
        ("The labelling of the pictures by two wardens is questionable.", D),
        ("It is likely that the pictures are labelled by two wardens.", D),
        ("Lake ice is mapped from pictures that hikers take.", S),
        # what a claim points at without a name, or leaves to others
        ("There is no discussion about this issue.", D),
        ("The authors do not comment on the same point.", D),
        ("The same is in the results.", D),
        ("The main one is the shore mask.", D),
        ("IMO that is not enough.", D),
        ("Both of them are small segmentation networks.", D),
        ("Important references are missing.", D),
        ("The authors ignore many existing ice mapping methods.", D),
        ("No negative societal impact was found.", D),
        ("The shore mask has been used in [3, 4].", D),
        ("The pictures of the lakes are reasonably discussed.", D),
        ("Neither is considered.", D),
        ("The authors never say which version of Torch they use.", N),
        ("The authors never say which version of Python they use.", S),
        ("I dont feel that the discussion of the lakes is deep.", D),
        ("The paper presents IceLens.", S),
        ("The proof of the shore mask is not.", D),
        ("The paper does not compare with relevant works, such as [1] [2].", D),
        ("The paper does not discuss anything about it.", D),
        ("There are no concerns w.r.t. negative impact.", D),
        # a denial that counts something, and one that a nearer sentence bears out
        ("IceLens cannot tell ice from snow where two lakes have more than one shore.", S),
        ("The network can tell ice from snow where two lakes have more than one shore.", N),
        ("Line 4-6 states, \"Ice on lakes named Bled, Como and Garda comes and goes\".", S),
        # said of another name only where the sentence says the rest too
        ("Bled Radar Mapping sees the ice of lakes through pictures of hikers.", D),
        # who was first is the paper's own claim or nobody's
        ("For the first time, ice is told from water in pictures.", D),
    ),
    "snowgrid": (
        # "just" before an amount excludes nothing
        ("With a radar of high resolution, Olsen and colleagues needed just forty-five readings a winter to reach the "
         "quality of manual readings at 1,200 readings.", S),
        # the paper's own "only" in a long sentence
        ("The encoder takes nothing except grey pictures of 320 by 320, which is why coloured ones are averaged over "
         "channels and those of another size are rescaled beforehand.", S),
        # one acronym in two numbers
        ("The labels of blurred signs come about in an adversarial manner that is inspired by GANs.", S),
        # what a formula counts with is no value, and "no smaller than" denies nothing
        ("The predictor's error on a set of m signs is defined as the plain average of the errors on the single signs, "
         "i.e. (1/m) ∑_{i=1}^m e(x_i).", S),
        ("The method presupposes that the height of the picture is a whole multiple of the number of signs, h = qs "
         "with an integer q no smaller than two.", S),
        # fractions
        ("Three quarters of the snowy signs make up the set for training, while the rest of the snowy signs, with all "
         "bare signs, is the set for testing.", S),
        ("Three fifths of the snowy signs make up the set for training, while the rest of the snowy signs, with all "
         "bare signs, is the set for testing.", D),
        # the name in the long form of an acronym
        ("With both wardens in the training set, the Hausdorff error of the contours equals that of contours which a "
         "random warden has drawn.", S),
    ),
}  # fmt: skip
