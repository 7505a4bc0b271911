import { useState } from 'react'
import { type Column, Table } from '#app/features/office/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import type { Overview, Tally } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import { share } from './Figures.tsx'

const WAYS = ['building', 'floor', 'department', 'province', 'hour'] as const
type Way = (typeof WAYS)[number]

/** The same arrivals counted in one of several ways. */
export function Tallies({ overview }: { overview: Overview }) {
  const texts = useTexts(arrivalTexts)
  const [way, setWay] = useState<Way>('building')
  const unnamed = way === 'building' || way === 'floor' ? texts.noBed : texts.unnamed
  return (
    <>
      <Segments
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
      {way === 'province' && <Quiet>{texts.provinceAbout}</Quiet>}
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
  const texts = useTexts(arrivalTexts)
  const columns: readonly Column<Tally>[] = [
    {
      key: 'name',
      title,
      cell: ({ name, floor }) =>
        name === '' ? unnamed : floor === '' ? name : texts.onFloor(name, floor),
    },
    { key: 'arrived', title: texts.arrived, cell: ({ arrived }) => arrived, figures: true },
    { key: 'expected', title: texts.expected, cell: ({ expected }) => expected, figures: true },
    {
      key: 'missing',
      title: texts.missing,
      cell: ({ arrived, expected }) => expected - arrived,
      figures: true,
    },
    { key: 'part', title: texts.part, cell: share, figures: true },
    {
      key: 'unverified',
      title: texts.unverified,
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
      empty={<p>{texts.nobody}</p>}
    />
  )
}

function Hours({ hours }: { hours: Overview['hours'] }) {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  return (
    <Table
      caption={texts.hour}
      columns={[
        {
          key: 'hour',
          title: texts.hour,
          cell: ({ hour }) => agoOrDate(Date.parse(hour), language),
        },
        { key: 'arrived', title: texts.arrived, cell: ({ arrived }) => arrived, figures: true },
      ]}
      rows={hours}
      rowKey={({ hour }) => hour}
      empty={<p>{texts.nobody}</p>}
    />
  )
}
