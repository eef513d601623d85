"""The report: the topics of a model as one HTML file that works offline."""

from biterms.report.curve import write_curve
from biterms.report.digest_page import digest_html, digest_policy, write_digest
from biterms.report.write import report_html, write_report

__all__ = [
    "digest_html",
    "digest_policy",
    "report_html",
    "write_curve",
    "write_digest",
    "write_report",
]
