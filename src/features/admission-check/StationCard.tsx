import { useState } from 'react'
import { CheckboxGroup, formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type AdmissionPaper, admissionCheck, type StationStudent } from '#contract/admission-check'
import { admissionCheckTexts } from '#i18n/admission-check'
import { MissingItems } from './MissingItems.tsx'
import styles from './admission-check.module.css'

/** A student at the desk: what is missing, the papers to tick off, and the check. */
export function StationCard({
  of: { about, isWithdrawn, received: before },
  papers,
  onNext,
}: {
  of: StationStudent
  papers: readonly AdmissionPaper[]
  /** Called with a sentence when the student is done. */
  onNext: (said: string) => void
}) {
  const texts = useTexts(admissionCheckTexts)
  const named = useTranslateName()
  const { send, busy, problem } = useOnlineCall()
  const [received, setReceived] = useState(before)
  const [reason, setReason] = useState('')
  const { student, name, number, department, className, checkedAt } = about
  const wasPassed = checkedAt !== ''
  const missing = papers.flatMap((one) =>
    one.isRequired && !received.includes(one.id) ? [one.name] : [],
  )
  const save = async (isPassed: boolean, said: string) => {
    const outcome = await send(admissionCheck.save, {
      student,
      received,
      seen: before,
      isPassed,
      wasPassed,
      reason,
    })
    if (outcome?.type === 'ok') onNext(said)
  }
  return (
    <Card title={name}>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(true, texts.passed(name))
        }}
      >
        <div>
          <Row label={texts.number} value={number} />
          <Row label={texts.department} value={department} />
          <Row label={texts.className} value={className} />
          <Row label={texts.missing} value={<MissingItems of={{ ...about, papers: missing }} />} />
          {wasPassed && <Row label={texts.checkedAt} value={formatChinaTime(checkedAt)} />}
        </div>
        {isWithdrawn ? (
          <Alert text={texts.withdrawn} />
        ) : (
          <>
            {papers.length === 0 ? (
              <MutedText>{texts.noPapers}</MutedText>
            ) : (
              <CheckboxGroup
                label={texts.papers}
                options={papers.map((one) => ({
                  value: one.id,
                  label: one.isRequired ? named(one.name) : texts.optional(named(one.name)),
                }))}
                chosen={received}
                onChange={setReceived}
              />
            )}
            <TextField
              label={texts.reason}
              hint={texts.reasonHint}
              value={reason}
              maxLength={200}
              onType={setReason}
            />
            <Alert text={problem} />
            <div className={styles['acts']}>
              <Button type="submit" busy={busy}>
                {texts.pass}
              </Button>
              {wasPassed ? (
                <Button
                  tone="danger"
                  busy={busy}
                  onClick={() => void save(false, texts.takenBack(name))}
                >
                  {texts.takeBack}
                </Button>
              ) : (
                <Button
                  tone="second"
                  busy={busy}
                  onClick={() => void save(false, texts.saved(name))}
                >
                  {texts.saveOnly}
                </Button>
              )}
            </div>
          </>
        )}
      </Stack>
    </Card>
  )
}
