import { Link } from '@tanstack/react-router'
import { OfficePage, useMe } from '#app/features/office/face.ts'
import { ComplaintPictures } from '#app/features/support/face.ts'
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
import { Closing } from './Closing.tsx'
import { GiveTo } from './GiveTo.tsx'
import { History } from './History.tsx'
import { useRoleName } from './roles.ts'
import { STATE_TONES } from './state.ts'

/** One complaint or request: who wrote what, who looks after it, and what was done so far. */
export function EntryScreen({ id }: { id: string }) {
  const words = useWords(inboxWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const roleName = useRoleName()
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
  const { kind, content, writtenAt, name, number, department, category, state, history } = entry
  return (
    <OfficePage title={kind === 'service' ? words.service : words.complaint} actions={back} narrow>
      <Card flush>
        <Row label={words.state} trailing={<Pill tone={STATE_TONES[state]}>{words[state]}</Pill>} />
        <Row label={words.who} value={`${name} ${number}`} description={department} />
        <Row label={words.writtenAt} value={writtenAt} />
        {kind === 'complaint' && (
          <Row label={words.category} value={category || words.noCategory} />
        )}
        <Row label={words.what} value={kind === 'service' ? words.serviceText : content} />
        {!mayGive && (
          <Row
            label={words.whose}
            value={entry.staffName || roleName(entry.role) || words.nobody}
          />
        )}
      </Card>
      {entry.pictures.length > 0 && (
        <Card>
          <ComplaintPictures keys={entry.pictures} entry={inbox.picture} />
        </Card>
      )}
      {mayGive && (
        <Card>
          <GiveTo entry={entry} etag={live.etag} onGiven={live.retry} />
        </Card>
      )}
      <History events={history} />
      {state !== 'closed' && (
        <AnswerForm
          id={id}
          etag={live.etag}
          again={history.some(({ act }) => act === 'answer')}
          onEnd={live.retry}
        />
      )}
      <Closing entry={entry} etag={live.etag} onEnd={live.retry} />
    </OfficePage>
  )
}
