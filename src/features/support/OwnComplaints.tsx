import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Complaint } from '#contract/support'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import { supportWords } from '#words/support'
import { complaintsQuery } from './queries.ts'

/** What one has written before, how it stands, and what was answered; also without a network. */
export function OwnComplaints() {
  const words = useWords(supportWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const kept = useKept(complaintsQuery())
  const age = useAge(kept, words.own)
  const complaints = kept.data?.complaints
  if (complaints === undefined)
    return (
      <Reading
        kept={kept}
        failed={words.ownFailed}
        retryLabel={form.retry}
        loadingLabel={common.loading}
        rows={2}
      />
    )
  if (complaints.length === 0) return null
  return (
    <section aria-label={words.own}>
      {age && <AgeBanner {...age} />}
      {complaints.map((one, index) => (
        <OneComplaint key={one.id} complaint={one} title={index === 0 ? words.own : undefined} />
      ))}
    </section>
  )
}

function OneComplaint({ complaint, title }: { complaint: Complaint; title: string | undefined }) {
  const words = useWords(supportWords)
  const { content, writtenAt, answered, answers } = complaint
  return (
    <Card flush {...(title !== undefined && { title })}>
      <Row
        label={content}
        description={writtenAt}
        trailing={
          <Pill tone={answered ? 'done' : 'wait'}>{answered ? words.answered : words.open}</Pill>
        }
      />
      {answers.map((answer) => (
        <Row
          key={answer.id}
          label={words.answer}
          value={answer.content}
          description={answer.answeredAt}
        />
      ))}
    </Card>
  )
}
