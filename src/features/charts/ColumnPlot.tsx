import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import type { PlotProps } from './ChartFigure.tsx'
import styles from './charts.module.css'

const HEIGHT = 220
const MARGIN = { top: 12, right: 4, bottom: 28, left: 48 }
const LABEL_WIDTH = 44
const TICKS = 4

/** A column for each category, from left to right. */
export function ColumnPlot({ title, rows, width, format }: PlotProps) {
  const right = Math.max(width - MARGIN.right, MARGIN.left + 1)
  const bottom = HEIGHT - MARGIN.bottom
  const most = Math.max(1, ...rows.map(({ part, whole = 0 }) => Math.max(part, whole)))
  const across = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [MARGIN.left, right],
    padding: 0.25,
  })
  const up = scaleLinear({ domain: [0, most], range: [bottom, MARGIN.top], nice: TICKS })
  const labels = new Map(rows.map(({ key, label }) => [key, label]))
  const every = Math.ceil((rows.length * LABEL_WIDTH) / (right - MARGIN.left))
  const column = (value: number, inset: number, x: number) => {
    const top = up(Math.max(0, value))
    return {
      x: x + inset,
      y: top,
      width: Math.max(1, across.bandwidth() - 2 * inset),
      height: bottom - top,
    }
  }
  // A filled column is narrower than the hollow one, so that both stay visible.
  const inset = rows.some(({ whole }) => whole !== undefined) ? across.bandwidth() / 5 : 0
  return (
    <svg
      role="img"
      aria-label={title}
      className={styles['plot']}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
    >
      <AxisLeft
        scale={up}
        left={MARGIN.left}
        numTicks={TICKS}
        hideAxisLine
        tickFormat={(value) =>
          Number.isInteger(Number(value)) || most > TICKS ? format(Number(value)) : ''
        }
        axisClassName={styles['axis'] ?? ''}
        tickLineProps={{ x1: right - MARGIN.left, className: styles['grid'] ?? '' }}
      />
      {rows.map(({ key, label, part, whole }) => {
        const x = across(key) ?? 0
        return (
          <g key={key}>
            <title>
              {whole === undefined ? `${label}: ${part}` : `${label}: ${part} / ${whole}`}
            </title>
            {whole !== undefined && <rect className={styles['whole']} {...column(whole, 0, x)} />}
            <rect className={styles['part']} {...column(part, inset, x)} />
          </g>
        )
      })}
      <AxisBottom
        scale={across}
        top={bottom}
        tickValues={rows.filter((_, index) => index % every === 0).map(({ key }) => key)}
        tickFormat={(key) => labels.get(key) ?? ''}
        hideTicks
        axisClassName={styles['axis'] ?? ''}
      />
    </svg>
  )
}
