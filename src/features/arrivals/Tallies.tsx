import { useState } from 'react'
import { type Column, Table } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import type { Overview, Tally } from '#contract/arrivals'
import { arrivalWords } from '#words/arrivals'
import { share } from './Figures.tsx'

const WAYS = ['building', 'floor', 'department', 'province', 'hour'] as const
type Way = (typeof WAYS)[number]

/** The same arrivals counted in one of several ways. */
export function Tallies({ overview }: { overview: Overview }) {
  const words = useWords(arrivalWords)
  const [way, setWay] = useState<Way>('building')
  const unnamed = way === 'building' || way === 'floor' ? words.noBed : words.unnamed
  return (
    <>
      <Segments
        label={words.by}
        value={way}
        options={WAYS.map((value) => ({ value, label: words[value] }))}
        onChoose={setWay}
      />
      {way === 'hour' ? (
        <Hours hours={overview.hours} />
      ) : (
        <Counts title={words[way]} unnamed={unnamed} rows={rowsOf(overview, way)} />
      )}
      {way === 'province' && <Quiet>{words.provinceAbout}</Quiet>}
    </>
  )
}

function rowsOf(overview: Overview, way: Exclude<Way, 'hour'>): readonly Tally[] {
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
  rows: readonly Tally[]
}) {
  const words = useWords(arrivalWords)
  const columns: readonly Column<Tally>[] = [
    {
      key: 'name',
      title,
      cell: ({ name, floor }) =>
        name === '' ? unnamed : floor === '' ? name : words.onFloor(name, floor),
    },
    { key: 'arrived', title: words.arrived, cell: ({ arrived }) => arrived, figures: true },
    { key: 'expected', title: words.expected, cell: ({ expected }) => expected, figures: true },
    {
      key: 'missing',
      title: words.missing,
      cell: ({ arrived, expected }) => expected - arrived,
      figures: true,
    },
    { key: 'part', title: words.part, cell: share, figures: true },
    {
      key: 'unverified',
      title: words.unverified,
      cell: ({ unverified }) => unverified,
      figures: true,
    },
  ]
  return (
    <Table
      caption={title}
      columns={columns}
      rows={rows}
      rowKey={({ name, floor }) => `${name} ${floor}`}
      empty={<p>{words.nobody}</p>}
    />
  )
}

function Hours({ hours }: { hours: Overview['hours'] }) {
  const words = useWords(arrivalWords)
  const language = useLanguage()
  return (
    <Table
      caption={words.hour}
      columns={[
        {
          key: 'hour',
          title: words.hour,
          cell: ({ hour }) => agoOrDate(Date.parse(hour), language),
        },
        { key: 'arrived', title: words.arrived, cell: ({ arrived }) => arrived, figures: true },
      ]}
      rows={hours}
      rowKey={({ hour }) => hour}
      empty={<p>{words.nobody}</p>}
    />
  )
}
