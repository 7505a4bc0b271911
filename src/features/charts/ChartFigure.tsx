import { useId } from 'react'
import { Table } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { chartTexts } from '#i18n/charts'
import { ColumnPlot } from './ColumnPlot.tsx'
import { RowPlot } from './RowPlot.tsx'
import { useWidth } from './useWidth.ts'
import styles from './charts.module.css'

/** One category of a chart: its number, and the number with which it is compared if there is one. */
export interface ChartRow {
  readonly key: string
  readonly label: string
  /** Drawn as a filled bar. */
  readonly part: number
  /** Drawn as a hollow bar around it: the whole, or what was announced. */
  readonly whole?: number
}

/** What a plot draws. */
export interface PlotProps {
  readonly title: string
  readonly rows: readonly ChartRow[]
  /** Pixels. */
  readonly width: number
  /** Formats the number of an axis. */
  readonly format: (value: number) => string
}

/**
 * Numbers by category as a picture: columns for a course of time, rows for names. The same numbers
 * follow as a table, for a screen reader and for whoever wants to read them.
 */
export function ChartFigure({
  title,
  shape,
  category,
  part,
  whole,
  rows,
  cell = String,
}: {
  title: string
  shape: 'columns' | 'rows'
  /** What the categories are, and what the numbers are. */
  category: string
  part: string
  whole?: string
  rows: readonly ChartRow[]
  /** Formats a number of the table. */
  cell?: (value: number) => string
}) {
  const texts = useTexts(chartTexts)
  const language = useLanguage()
  const id = useId()
  const { ref, width } = useWidth()
  const Plot = shape === 'columns' ? ColumnPlot : RowPlot
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {whole !== undefined && (
          <ul className={styles['legend']}>
            <li data-of="part">{part}</li>
            <li data-of="whole">{whole}</li>
          </ul>
        )}
      </figcaption>
      <div ref={ref}>
        {rows.length === 0 ? (
          <MutedText>{texts.empty}</MutedText>
        ) : (
          <Plot {...{ title, rows, width }} format={(value) => compact.format(value)} />
        )}
      </div>
      {rows.length > 0 && (
        <details>
          <summary aria-label={texts.tableOf(title)}>{texts.table}</summary>
          <Table
            titled
            caption={title}
            columns={[
              { title: category, cell: ({ label }) => label },
              ...(whole === undefined
                ? []
                : [
                    {
                      title: whole,
                      cell: (row: ChartRow) => cell(row.whole ?? 0),
                      isNumeric: true,
                    },
                  ]),
              { title: part, cell: (row) => cell(row.part), isNumeric: true },
            ]}
            rows={rows}
            rowKey={({ key }) => key}
          />
        </details>
      )}
    </figure>
  )
}
