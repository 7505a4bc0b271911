import { OfficePage, useOfficeUser, OfficeLink } from '#app/features/office/public.ts'
import { ComplaintPictures } from '#app/features/support/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { supportInbox } from '#contract/support-inbox'
import { commonTexts } from '#i18n/common'
import { supportInboxTexts } from '#i18n/support-inbox'
import { AnswerForm } from './AnswerForm.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import { CloseOrReopenForm } from './CloseOrReopenForm.tsx'
import { INBOX_STATE_TONES } from './entry-state.ts'
import { EntryHistory } from './EntryHistory.tsx'
import { useRoleName } from './useRoleName.ts'

/** One complaint or request: its author and text, its assignee, and its history. */
export function InboxEntryScreen({ id }: { id: string }) {
  const texts = useTexts(supportInboxTexts)
  const common = useTexts(commonTexts)
  const roleName = useRoleName()
  const live = useOnlineQuery({ name: 'inbox-entry', entry: supportInbox.find, input: { id } })
  const roles = useOfficeUser().data?.me.roles ?? []
  const mayGive = roles.includes('administrator') || roles.includes('admissions')
  const entry = live.data?.entry
  const back = <OfficeLink to="inbox">{texts.back}</OfficeLink>
  if (entry === undefined)
    return (
      <OfficePage title={texts.title} actions={back}>
        <QueryFallback kept={live} failed={common.noData} />
      </OfficePage>
    )
  const { kind, content, writtenAt, name, number, department, category, state, history } = entry
  return (
    <OfficePage title={kind === 'service' ? texts.service : texts.complaint} actions={back} narrow>
      <Card flush>
        <Row
          label={texts.state}
          trailing={<Pill tone={INBOX_STATE_TONES[state]}>{texts[state]}</Pill>}
        />
        <Row label={texts.who} value={`${name} ${number}`} description={department} />
        <Row label={texts.writtenAt} value={writtenAt} />
        {kind === 'complaint' && (
          <Row label={texts.category} value={category || texts.noCategory} />
        )}
        <Row label={texts.what} value={kind === 'service' ? texts.serviceText : content} />
        {!mayGive && (
          <Row
            label={texts.whose}
            value={entry.staffName || roleName(entry.role) || texts.nobody}
          />
        )}
      </Card>
      {entry.pictures.length > 0 && (
        <Card>
          <ComplaintPictures keys={entry.pictures} entry={supportInbox.picture} />
        </Card>
      )}
      {mayGive && (
        <Card>
          <AssigneeField entry={entry} etag={live.etag} onGiven={live.retry} />
        </Card>
      )}
      <EntryHistory events={history} />
      {state !== 'closed' && (
        <AnswerForm
          id={id}
          etag={live.etag}
          isAnswered={history.some(({ act }) => act === 'answer')}
          onEnd={live.retry}
        />
      )}
      <CloseOrReopenForm entry={entry} etag={live.etag} onEnd={live.retry} />
    </OfficePage>
  )
}
