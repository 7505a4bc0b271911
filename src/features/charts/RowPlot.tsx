import { scaleLinear } from '@visx/scale'
import type { PlotProps } from './ChartFigure.tsx'
import styles from './charts.module.css'

const ROW = 42
const BAR = 14
const TEXT_BASE = 16

/** A bar for each category, from top to bottom, below its name. */
export function RowPlot({ title, rows, width }: PlotProps) {
  const most = Math.max(1, ...rows.map(({ part, whole = 0 }) => Math.max(part, whole)))
  const along = scaleLinear({ domain: [0, most], range: [0, width - 2] })
  return (
    <svg
      role="img"
      aria-label={title}
      className={styles['plot']}
      viewBox={`0 0 ${width} ${rows.length * ROW}`}
      width={width}
      height={rows.length * ROW}
    >
      {rows.map(({ key, label, part, whole }, index) => (
        <g key={key} transform={`translate(1 ${index * ROW})`}>
          <text y={TEXT_BASE}>{label}</text>
          <text y={TEXT_BASE} x={width - 2} textAnchor="end" className={styles['value']}>
            {whole === undefined ? part : `${part} / ${whole}`}
          </text>
          {whole !== undefined && (
            <rect className={styles['whole']} y={TEXT_BASE + 6} width={along(whole)} height={BAR} />
          )}
          <rect className={styles['part']} y={TEXT_BASE + 6} width={along(part)} height={BAR} />
        </g>
      ))}
    </svg>
  )
}
