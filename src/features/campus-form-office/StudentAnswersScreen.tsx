import { useState } from 'react'
import {
  formatChinaTime,
  OfficeButtonLink,
  OfficeLink,
  OfficePage,
  StudentLink,
  useOfficeUser,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormEntry } from '#contract/campus-form-entry'
import { queuedCampusFormName } from '#contract/campus-form-names'
import {
  campusFormOffice,
  FORM_ANSWER_ROLES,
  type StudentFormAnswers,
} from '#contract/campus-form-office'
import { campusForms } from '#contract/campus-forms'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { AnswersCard } from './AnswersCard.tsx'
import { AnswerState } from './AnswerState.tsx'
import { DecisionRow } from './DecisionRow.tsx'

/** A student's answers to a form, in the versions in which they were given, and their review. */
export function StudentAnswersScreen({ form, student }: { form: string; student: string }) {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const read = useOnlineQuery({
    name: 'form-answers-of-student',
    entry: campusFormOffice.one,
    input: { form, student },
  })
  const roles = useOfficeUser().data?.me.roles ?? []
  const isOffice = FORM_ANSWER_ROLES.some((role) => roles.includes(role))
  const found = read.data?.answers
  const [newest] = found?.versions ?? []
  const [current, ...earlier] = found?.given ?? []
  const isDecided = current !== undefined && current.decisions.length > 0
  const [previous] = isDecided ? [] : earlier.flatMap(({ decisions }) => decisions)
  const title =
    newest === undefined ? texts.title : selectWording(newest.definition.title, language)
  return (
    <OfficePage
      narrow
      title={title}
      actions={<OfficeLink to={`formanswers/${form}`}>{texts.students}</OfficeLink>}
    >
      {found === undefined || found === null ? (
        <QueryFallback kept={read} failed={texts.unknownForm} rows={8} />
      ) : (
        <>
          <Card flush>
            <Row
              label={texts.student}
              value={<StudentLink of={{ ...found, studentNumber: found.number }} />}
            />
            <Row label={texts.college} value={`${found.department} ${found.className}`.trim()} />
            <Row label={texts.state} value={<AnswerState state={found.state} />} />
            {previous !== undefined && (
              <DecisionRow label={texts.previousReview} decision={previous} />
            )}
          </Card>
          {isOffice && (
            <OfficeButtonLink
              tone="second"
              to={`students/${student}/form/${queuedCampusFormName(form)}`}
            >
              {texts.fillIn}
            </OfficeButtonLink>
          )}
          <Given found={found} isOffice={isOffice} />
          {found.isReviewed && found.given.length > 0 && (
            <Review
              key={read.data?.answers?.state}
              form={form}
              student={student}
              etag={read.etag}
              onDecided={read.retry}
            />
          )}
        </>
      )}
    </OfficePage>
  )
}

function Given({ found, isOffice }: { found: StudentFormAnswers; isOffice: boolean }) {
  const texts = useTexts(campusFormOfficeTexts)
  if (found.given.length === 0) return <MutedText>{texts.notAnswered}</MutedText>
  const definitions = new Map(found.versions.map((one) => [one.version, one.definition]))
  const cards = found.given.flatMap((given) => {
    const definition = definitions.get(given.version)
    const when = texts.givenAt(formatChinaTime(given.at), given.version)
    return definition === undefined
      ? []
      : [
          <AnswersCard
            key={given.at}
            given={given}
            definition={definition}
            title={given.by === '' ? when : `${when} · ${texts.byOffice(given.by)}`}
            file={isOffice ? campusFormEntry.file : campusForms.attachment}
          />,
        ]
  })
  const [newest, ...earlier] = cards
  return (
    <>
      {newest}
      {earlier.length > 0 && (
        <details>
          <summary>{texts.history}</summary>
          <Stack>{earlier}</Stack>
        </details>
      )}
    </>
  )
}

function Review({
  form,
  student,
  etag,
  onDecided,
}: {
  form: string
  student: string
  etag: string | undefined
  onDecided: () => void
}) {
  const texts = useTexts(campusFormOfficeTexts)
  const { send, busy, problem } = useOnlineCall()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const decide = async (state: 'approved' | 'rejected') => {
    const isMissing = state === 'rejected' && reason.trim() === ''
    setMissing(isMissing)
    if (isMissing) return
    const outcome = await send(
      campusFormOffice.decide,
      { form, student, state, reason: reason.trim() },
      etag === undefined ? {} : { ifMatch: etag },
    )
    if (outcome?.type === 'ok') showToast(texts.decided)
    if (outcome !== undefined) onDecided()
  }
  return (
    <Stack>
      <Card flush title={texts.review}>
        <TextareaField
          label={texts.reason}
          value={reason}
          maxLength={200}
          error={missing ? texts.reasonRequired : undefined}
          onType={setReason}
        />
      </Card>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void decide('approved')}>
        {texts.approve}
      </Button>
      <Button tone="danger" busy={busy} onClick={() => void decide('rejected')}>
        {texts.reject}
      </Button>
    </Stack>
  )
}
