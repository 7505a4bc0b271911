import { Link } from '@tanstack/react-router'
import { OfficePage, useMe } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { inbox } from '#contract/inbox'
import { commonWords } from '#words/common'
import { inboxWords } from '#words/inbox'
import { officeWords } from '#words/office'
import { AnswerForm } from './AnswerForm.tsx'
import { GiveTo } from './GiveTo.tsx'

/** One complaint or request: who wrote what, who looks after it, and the answers so far. */
export function EntryScreen({ id }: { id: string }) {
  const words = useWords(inboxWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const live = useLiveRead({ name: 'inbox-entry', entry: inbox.find, input: { id } })
  const roles = useMe().data?.me.roles ?? []
  const mayGive = roles.includes('administrator') || roles.includes('admissions')
  const entry = live.data?.entry
  const back = (
    <Link to="/manage/$" params={{ _splat: 'inbox' }}>
      {words.back}
    </Link>
  )
  if (entry === undefined)
    return (
      <OfficePage title={words.title} actions={back}>
        <Reading
          kept={live}
          failed={common.noData}
          retryLabel={office.retry}
          loadingLabel={common.loading}
        />
      </OfficePage>
    )
  const { kind, content, writtenAt, name, number, department, answered, answers } = entry
  return (
    <OfficePage title={kind === 'service' ? words.service : words.complaint} actions={back} narrow>
      <Card flush>
        <Row
          label={words.state}
          trailing={
            <Pill tone={answered ? 'done' : 'wait'}>{answered ? words.answered : words.open}</Pill>
          }
        />
        <Row label={words.who} value={`${name} ${number}`} description={department} />
        <Row label={words.writtenAt} value={writtenAt} />
        <Row label={words.what} value={kind === 'service' ? words.serviceText : content} />
        {!mayGive && <Row label={words.whose} value={entry.staffName || words.nobody} />}
      </Card>
      {mayGive && (
        <Card>
          <GiveTo id={id} staff={entry.staff} name={entry.staffName} onGiven={live.retry} />
        </Card>
      )}
      {answers.length > 0 && (
        <Card flush title={words.answer}>
          {answers.map((one) => (
            <Row key={one.id} label={one.content} description={`${one.by} ${one.answeredAt}`} />
          ))}
        </Card>
      )}
      <AnswerForm id={id} etag={live.etag} again={answers.length > 0} onEnd={live.retry} />
    </OfficePage>
  )
}
