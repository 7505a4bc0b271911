import { useState } from 'react'
import { DateField, formatChinaTime, SheetFields, OfficeForm } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Row } from '#app/ui/Row.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type ClassStudent, counsellors, type RecordedKind } from '#contract/counsellors'
import { ABSENCE_KINDS, type LateArrivalRequest } from '#contract/late-arrivals'
import { counsellorTexts } from '#i18n/counsellors'
import { lateArrivalTexts } from '#i18n/late-arrivals'

/** The follow-up of one student: a request to answer, a reason to record, and the history. */
export function FollowUpSheet({
  of: student,
  onClose,
  onChanged,
}: {
  of: ClassStudent
  onClose: () => void
  /** Called when something was saved. */
  onChanged: () => void
}) {
  const texts = useTexts(counsellorTexts)
  return (
    <Sheet open title={texts.followNamed(student.name)} onClose={onClose}>
      <Stack>
        {student.request !== undefined && (
          <AnswerForm request={student.request} onChanged={onChanged} />
        )}
        {student.arrivedAt === '' && <RecordForm of={student} onChanged={onChanged} />}
        <History student={student.student} />
      </Stack>
    </Sheet>
  )
}

function AnswerForm({
  request: { id, reason, expectedOn: wanted },
  onChanged,
}: {
  request: LateArrivalRequest
  onChanged: () => void
}) {
  const texts = useTexts(counsellorTexts)
  const late = useTexts(lateArrivalTexts)
  const { send, busy, problem } = useOnlineCall()
  const [answer, setAnswer] = useState('')
  const [expectedOn, setExpectedOn] = useState(wanted)
  const reply = async (isGranted: boolean) => {
    const outcome = await send(counsellors.answer, {
      id,
      isGranted,
      answer,
      expectedOn: isGranted && expectedOn !== '' ? expectedOn : undefined,
    })
    if (outcome?.type !== 'ok') return
    showToast(texts.answered)
    onChanged()
  }
  return (
    <Stack>
      <Card flush title={texts.request}>
        <Row label={late.reason} value={reason} />
        <Row label={late.expectedOn} value={wanted} />
      </Card>
      <SheetFields>
        <DateField label={late.expectedOn} value={expectedOn} onChange={setExpectedOn} />
        <TextareaField label={texts.answer} value={answer} maxLength={200} onType={setAnswer} />
      </SheetFields>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void reply(true)}>
        {texts.grant}
      </Button>
      <Button tone="danger" busy={busy} onClick={() => void reply(false)}>
        {texts.refuse}
      </Button>
    </Stack>
  )
}

const KINDS: readonly RecordedKind[] = [...ABSENCE_KINDS, 'none']

function RecordForm({
  of: { student, absence },
  onChanged,
}: {
  of: ClassStudent
  onChanged: () => void
}) {
  const texts = useTexts(counsellorTexts)
  const late = useTexts(lateArrivalTexts)
  const { send, busy, problem } = useOnlineCall()
  const [kind, setKind] = useState<RecordedKind>(absence?.kind ?? 'late')
  const [note, setNote] = useState('')
  const [expectedOn, setExpectedOn] = useState(absence?.expectedOn ?? '')
  const save = async () => {
    const outcome = await send(counsellors.record, {
      student,
      kind,
      note,
      expectedOn: expectedOn === '' || kind === 'none' ? undefined : expectedOn,
      seen: absence?.id ?? '',
    })
    if (outcome?.type !== 'ok') return
    showToast(texts.saved)
    onChanged()
  }
  return (
    <OfficeForm button={texts.save} busy={busy} problem={problem} onSubmit={save}>
      <h3>{texts.record}</h3>
      <SheetFields>
        <SelectField
          label={texts.kind}
          value={kind}
          options={KINDS.map((value) => ({
            value,
            label: value === 'none' ? texts.noneKind : late.kinds[value],
          }))}
          onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'late')}
        />
        {kind !== 'none' && (
          <DateField label={late.expectedOn} value={expectedOn} onChange={setExpectedOn} />
        )}
        <TextareaField
          label={texts.note}
          hint={kind === 'declined' ? texts.declinedHint : texts.noteHint}
          value={note}
          maxLength={200}
          onType={setNote}
        />
      </SheetFields>
    </OfficeForm>
  )
}

function History({ student }: { student: string }) {
  const texts = useTexts(counsellorTexts)
  const late = useTexts(lateArrivalTexts)
  const read = useOnlineQuery({
    name: 'class-history',
    entry: counsellors.history,
    input: { student },
  })
  if (read.state === 'failed')
    return <ErrorState text={read.problem ?? ''} why={read.why} onRetry={read.retry} />
  const { records = [], requests = [] } = read.data ?? {}
  return (
    <Card flush title={texts.history}>
      {records.map(({ id, kind, note, expectedOn, at, by }) => (
        <Row
          key={id}
          label={texts.by(formatChinaTime(at), by)}
          value={[kind === 'none' ? texts.noneKind : late.kinds[kind], expectedOn, note]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
      {requests.map(({ id, state, reason, expectedOn, requestedAt, answer }) => (
        <Row
          key={id}
          label={texts.by(formatChinaTime(requestedAt), texts.request)}
          value={[late.states[state], expectedOn, reason, answer].filter(Boolean).join(' · ')}
        />
      ))}
      {read.data !== undefined && records.length + requests.length === 0 && (
        <Row label={texts.noHistory} value="" />
      )}
    </Card>
  )
}
