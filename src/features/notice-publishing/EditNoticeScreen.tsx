import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { noticePublishing } from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { noticesTexts } from '#i18n/notices'
import { NoticeForm, type OpenedNotice } from './NoticeForm.tsx'

const NEW: OpenedNotice = {
  id: '',
  title: '',
  content: '',
  titleEn: '',
  contentEn: '',
  audience: 'students',
  publishAt: '',
  state: 'draft',
  pinned: false,
  important: false,
  group: undefined,
  files: [],
}

/** Creates or edits a notice. */
export function EditNoticeScreen({ id }: { id: string }) {
  return id === '' ? <NoticeForm opened={NEW} /> : <LoadedNotice id={id} />
}

function LoadedNotice({ id }: { id: string }) {
  const [turn, setTurn] = useState(0)
  return <Loaded key={turn} id={id} onSaved={() => setTurn(turn + 1)} />
}

function Loaded({ id, onSaved }: { id: string; onSaved: () => void }) {
  const texts = useTexts(noticePublishingTexts)
  const notices = useTexts(noticesTexts)
  const read = useOnlineQuery({
    name: 'noticeboard-one',
    entry: noticePublishing.find,
    input: { id },
  })
  // The notice as it was first read. A later fetch does not replace the text that the user is
  // typing. If the user then saves over a newer version, an error is shown.
  const [first, setFirst] = useState<{ notice: OpenedNotice; etag: string | undefined }>()
  if (first === undefined && read.data !== undefined && !read.busy)
    setFirst({ notice: read.data.notice, etag: read.etag })
  if (first === undefined)
    return (
      <OfficePage title={texts.edit}>
        <QueryFallback kept={read} failed={notices.failed} />
      </OfficePage>
    )
  return <NoticeForm opened={first.notice} etag={first.etag} onSaved={onSaved} />
}
