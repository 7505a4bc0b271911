import { useState } from 'react'
import { PushOffer } from '#app/features/message-channels/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { Complaint } from '#contract/support'
import { supportTexts } from '#i18n/support'
import { ComplaintPictures } from './ComplaintPictures.tsx'
import { complaintsQuery } from './queries.ts'
import { ReopenComplaint } from './ReopenComplaint.tsx'
import styles from './support.module.css'

/** The user's earlier complaints, their status and answers; also available offline. */
export function OwnComplaints() {
  const texts = useTexts(supportTexts)
  const kept = useCachedQuery(complaintsQuery())
  const age = useStaleDataNotice(kept, texts.own)
  const complaints = kept.data?.complaints
  if (complaints === undefined)
    return <QueryFallback kept={kept} failed={texts.ownFailed} rows={2} />
  if (complaints.length === 0) return null
  return (
    <section aria-label={texts.own} className={styles['own']}>
      {age && <StaleDataBanner {...age} />}
      {complaints.map((one, index) => (
        <OneComplaint key={one.id} complaint={one} title={index === 0 ? texts.own : undefined} />
      ))}
      <PushOffer />
    </section>
  )
}

function OneComplaint({ complaint, title }: { complaint: Complaint; title: string | undefined }) {
  const texts = useTexts(supportTexts)
  const named = useTranslateName()
  const { content, writtenAt, answers, category = '', pictures = [], state } = complaint
  const stands = state ?? (complaint.answered ? 'answered' : 'open')
  const [isShown, show] = useState(false)
  return (
    <Card flush {...(title !== undefined && { title })}>
      <Row
        label={content}
        description={category === '' ? writtenAt : `${named(category)} · ${writtenAt}`}
        trailing={<Pill tone={TONES[stands]}>{texts[stands]}</Pill>}
      />
      {pictures.length > 0 && (
        <div className={styles['under']}>
          {isShown ? (
            <ComplaintPictures keys={pictures} />
          ) : (
            <TextButton onClick={() => show(true)}>
              {texts.showPictures(pictures.length)}
            </TextButton>
          )}
        </div>
      )}
      {answers.map((answer) => (
        <Row
          key={answer.id}
          label={answer.own === true ? texts.yourWords : texts.answer}
          value={answer.content}
          description={answer.answeredAt}
        />
      ))}
      {state !== undefined && state !== 'open' && <ReopenComplaint complaint={complaint} />}
    </Card>
  )
}

const TONES = { open: 'wait', answered: 'done', closed: 'mute' } as const
