import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { type ListedNotice, noticeboard, type NoticeState, STATES } from '#contract/noticeboard'
import { noticeboardWords } from '#words/noticeboard'

const TONES: Readonly<Record<NoticeState, Tone>> = {
  draft: 'mute',
  scheduled: 'wait',
  published: 'done',
  withdrawn: 'need',
}
type Choice = NoticeState | 'all'

/** All notices: drafts, scheduled, published and withdrawn ones. */
export function BoardList() {
  const words = useWords(noticeboardWords)
  const [state, setState] = useState<Choice>('all')
  const [find, setFind] = useState('')
  const columns: readonly Column<ListedNotice>[] = [
    {
      key: 'title',
      title: words.heading,
      cell: ({ id, title }) => (
        <Link to="/manage/$" params={{ _splat: `notices/${id}` }}>
          {title}
        </Link>
      ),
    },
    {
      key: 'state',
      title: words.state,
      cell: ({ state: stands, pinned }) => (
        <>
          <Pill tone={TONES[stands]}>{words[stands]}</Pill>{' '}
          {pinned && <Pill tone="brand">{words.pinned}</Pill>}
        </>
      ),
    },
    {
      key: 'audience',
      title: words.audience,
      cell: ({ audience }) => audienceName(audience, words),
    },
    { key: 'at', title: words.publishAt, cell: ({ publishAt }) => publishAt, short: true },
    { key: 'english', title: words.english, cell: ({ inEnglish }) => inEnglish },
  ]
  return (
    <OfficePage
      title={words.section}
      actions={
        <ButtonLink to="/manage/$" params={{ _splat: 'notices/new' }}>
          {words.add}
        </ButtonLink>
      }
    >
      <SearchLine label={words.find} onSearch={setFind}>
        <Segments<Choice>
          label={words.state}
          value={state}
          options={(['all', ...STATES] as const).map((one) => ({ value: one, label: words[one] }))}
          onChoose={setState}
        />
      </SearchLine>
      <LiveTable
        title={words.section}
        name="noticeboard"
        entry={noticeboard.list}
        input={{ state: state === 'all' ? '' : state, find }}
        rowsOf={({ notices }) => notices}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}

type Names = Readonly<Record<'everyone' | 'students' | 'staff', string>>
const audienceName = (audience: string, { everyone, students, staff }: Names): string =>
  new Map([
    ['students', students],
    ['staff', staff],
  ]).get(audience) ?? everyone
