/** What the charts of a webhook have in common. Their colours follow the theme. */
import './chart-look.css';

/** Pixels. */
export const CHART_HEIGHT = 220;
export const DELIVERED_COLOR = 'var(--chart-delivered)';
export const FAILED_COLOR = 'var(--chart-failed)';
