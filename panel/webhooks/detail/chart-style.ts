/** What the charts of a webhook have in common. The colours follow the theme. */
import './chart-style.css';

/** Pixels. */
export const CHART_HEIGHT = 220;
export const DELIVERED_COLOR = 'var(--chart-delivered)';
export const FAILED_COLOR = 'var(--chart-failed)';
export const NO_ATTEMPTS = 'No attempts in this period';
