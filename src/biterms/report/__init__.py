"""The report: the topics of a model as one HTML file that works offline."""

from biterms.report.curve import write_curve
from biterms.report.write import report_html, write_report

__all__ = ["report_html", "write_curve", "write_report"]
