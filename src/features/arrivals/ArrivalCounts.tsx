import { useState } from 'react'
import { type TableColumn, Table } from '#app/features/office/public.ts'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { ArrivalOverview, ArrivalCount } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import { formatArrivedPercent } from './ArrivalTotals.tsx'

const WAYS = ['building', 'floor', 'department', 'province', 'hour'] as const
type Way = (typeof WAYS)[number]

/** The arrivals grouped by one of several criteria. */
export function ArrivalCounts({ overview }: { overview: ArrivalOverview }) {
  const texts = useTexts(arrivalTexts)
  const [way, setWay] = useState<Way>('building')
  const unnamed = way === 'building' || way === 'floor' ? texts.noBed : texts.unnamed
  return (
    <>
      <SegmentedControl
        label={texts.by}
        value={way}
        options={WAYS.map((value) => ({ value, label: texts[value] }))}
        onChoose={setWay}
      />
      {way === 'hour' ? (
        <Hours hours={overview.hours} />
      ) : (
        <Counts title={texts[way]} unnamed={unnamed} rows={rowsOf(overview, way)} />
      )}
      {way === 'province' && <MutedText>{texts.provinceAbout}</MutedText>}
    </>
  )
}

function rowsOf(overview: ArrivalOverview, way: Exclude<Way, 'hour'>): readonly ArrivalCount[] {
  switch (way) {
    case 'building':
      return overview.buildings
    case 'floor':
      return overview.floors
    case 'department':
      return overview.departments
    case 'province':
      return overview.provinces
  }
}

function Counts({
  title,
  unnamed,
  rows,
}: {
  title: string
  unnamed: string
  rows: readonly ArrivalCount[]
}) {
  const texts = useTexts(arrivalTexts)
  const columns: readonly TableColumn<ArrivalCount>[] = [
    {
      title,
      cell: ({ name, floor }) =>
        name === '' ? unnamed : floor === '' ? name : texts.onFloor(name, floor),
    },
    { title: texts.arrived, cell: ({ arrived }) => arrived, isNumeric: true },
    { title: texts.expected, cell: ({ expected }) => expected, isNumeric: true },
    { title: texts.missing, cell: ({ arrived, expected }) => expected - arrived, isNumeric: true },
    { title: texts.part, cell: formatArrivedPercent, isNumeric: true },
    { title: texts.unverified, cell: ({ unverified }) => unverified, isNumeric: true },
  ]
  return (
    <Table
      caption={title}
      columns={columns}
      rows={rows}
      rowKey={({ name, floor }) => `${name} ${floor}`}
      empty={<p>{texts.nobody}</p>}
    />
  )
}

function Hours({ hours }: { hours: ArrivalOverview['hours'] }) {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  return (
    <Table
      caption={texts.hour}
      columns={[
        { title: texts.hour, cell: ({ hour }) => formatRecentTime(Date.parse(hour), language) },
        { title: texts.arrived, cell: ({ arrived }) => arrived, isNumeric: true },
      ]}
      rows={hours}
      rowKey={({ hour }) => hour}
      empty={<p>{texts.nobody}</p>}
    />
  )
}
