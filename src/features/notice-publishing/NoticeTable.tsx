import { useState } from 'react'
import {
  type TableColumn,
  PagedTable,
  OfficePage,
  SearchLine,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { Tone } from '#app/ui/tone.ts'
import {
  type ListedNotice,
  NOTICE_AUDIENCES,
  noticePublishing,
  type NoticeState,
  NOTICE_STATES,
} from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'

const TONES: Readonly<Record<NoticeState, Tone>> = {
  draft: 'mute',
  scheduled: 'wait',
  published: 'done',
  withdrawn: 'need',
}
type Choice = NoticeState | 'all'

/** All notices: drafts, scheduled, published and withdrawn ones. */
export function NoticeTable() {
  const texts = useTexts(noticePublishingTexts)
  const [state, setState] = useState<Choice>('all')
  const [find, setFind] = useState('')
  const columns: readonly TableColumn<ListedNotice>[] = [
    {
      title: texts.heading,
      cell: ({ id, title }) => <OfficeLink to={`notices/${id}`}>{title}</OfficeLink>,
    },
    {
      title: texts.state,
      cell: ({ state: stands, pinned }) => (
        <>
          <Pill tone={TONES[stands]}>{texts[stands]}</Pill>{' '}
          {pinned && <Pill tone="brand">{texts.pinned}</Pill>}
        </>
      ),
    },
    {
      title: texts.audience,
      cell: ({ audience }) => texts[NOTICE_AUDIENCES.find((one) => one === audience) ?? 'everyone'],
    },
    { title: texts.publishAt, cell: ({ publishAt }) => publishAt, short: true },
    { title: texts.english, cell: ({ inEnglish }) => inEnglish },
  ]
  return (
    <OfficePage
      title={texts.section}
      actions={
        <ButtonLink to="/manage/$" params={{ _splat: 'notices/new' }}>
          {texts.add}
        </ButtonLink>
      }
    >
      <SearchLine label={texts.find} onSearch={setFind}>
        <SegmentedControl<Choice>
          label={texts.state}
          value={state}
          options={(['all', ...NOTICE_STATES] as const).map((one) => ({
            value: one,
            label: texts[one],
          }))}
          onChoose={setState}
        />
      </SearchLine>
      <PagedTable
        title={texts.section}
        name="noticeboard"
        entry={noticePublishing.list}
        input={{ state: state === 'all' ? '' : state, find }}
        rowsOf={({ notices }) => notices}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
