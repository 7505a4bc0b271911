import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Reading } from '#app/ui/Reading.tsx'
import { noticeboard } from '#contract/noticeboard'
import { commonTexts } from '#i18n/common'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { noticesTexts } from '#i18n/notices'
import { NoticeForm, type Opened } from './NoticeForm.tsx'

const NEW: Opened = {
  id: '',
  title: '',
  content: '',
  titleEn: '',
  contentEn: '',
  audience: 'students',
  publishAt: '',
  state: 'draft',
  pinned: false,
  files: [],
}

/** One notice, written or changed. */
export function EditScreen({ id }: { id: string }) {
  return id === '' ? <NoticeForm opened={NEW} /> : <Found id={id} />
}

function Found({ id }: { id: string }) {
  const [turn, setTurn] = useState(0)
  return <Loaded key={turn} id={id} onSaved={() => setTurn(turn + 1)} />
}

function Loaded({ id, onSaved }: { id: string; onSaved: () => void }) {
  const texts = useTexts(noticePublishingTexts)
  const common = useTexts(commonTexts)
  const notices = useTexts(noticesTexts)
  const read = useLiveRead({ name: 'noticeboard-one', entry: noticeboard.find, input: { id } })
  // What is being typed stays, whatever is read after it; who saves over it is told.
  const [first, setFirst] = useState<{ notice: Opened; tag: string | undefined }>()
  if (first === undefined && read.data !== undefined && !read.busy)
    setFirst({ notice: read.data.notice, tag: read.etag })
  if (first === undefined)
    return (
      <OfficePage title={texts.edit}>
        <Reading
          kept={read}
          failed={notices.failed}
          retryLabel={notices.retry}
          loadingLabel={common.loading}
        />
      </OfficePage>
    )
  return <NoticeForm opened={first.notice} tag={first.tag} onSaved={onSaved} />
}
