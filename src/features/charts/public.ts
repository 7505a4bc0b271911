// Figures as a picture, with the same figures as a table behind it.
export { ChartFigure } from './ChartFigure.tsx'
