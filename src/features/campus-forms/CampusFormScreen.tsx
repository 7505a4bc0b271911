import { FileQuestion } from 'lucide'
import { useMemo, useState } from 'react'
import { useOnboardingStep, useOnboardingSteps } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useSubmissionStatus } from '#app/lib/forms/submission-status.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { submitCampusForm } from '#app/lib/outbox/attachments.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { LazySubmissionSheet } from '#app/ui/LazySubmissionSheet.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Page } from '#app/ui/Page.tsx'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { WaitingNotice } from '#app/ui/WaitingNotice.tsx'
import { compileForm } from '#contract/campus-form-answers'
import { CAMPUS_FORMS_PAGE, campusFormStepPage } from '#contract/campus-form-names'
import type { CampusFormAnswers, CampusFormSubmission } from '#contract/campus-form-submission'
import { campusFormTexts } from '#i18n/campus-forms'
import { formTexts } from '#i18n/form'
import { AnswersView } from './AnswersView.tsx'
import { describeAvailability, formatMinute, classifyAvailability } from './form-availability.ts'
import { filesIn } from './form-values.ts'
import { LazyCampusFormFields } from './LazyCampusFormFields.ts'
import { classmatesQuery, definitionQuery } from './queries.ts'
import { useCampusForm } from './useCampusForm.ts'
import { useFormFiles } from './useFormFiles.ts'
import { useWording } from './wording.ts'
import styles from './campus-forms.module.css'

const NO_FILES = [] as const

const loadClassmates = async () => {
  const { value } = await queryClient.fetchQuery({ ...classmatesQuery(), staleTime: 3_600_000 })
  return value.classmates
}

/**
 * A form that the campus has made: the student fills it in and submits it online or offline, then
 * continues.
 */
export function CampusFormScreen({ form, stunum }: { form: string; stunum: string }) {
  const texts = useTexts(campusFormTexts)
  const say = useTexts(formTexts)
  const word = useWording()
  const session = useSession()
  const page = useCampusForm(form)
  const { offered, compiled, waiting, record } = page
  const steps = useOnboardingSteps().steps ?? []
  const step = steps.find((one) => one.page === campusFormStepPage(form))
  const { skippable, goOn } = useOnboardingStep(String(step?.id ?? 'none'), stunum)
  const title = offered === undefined ? texts.listTitle : word(offered.definition.title)
  const age = useStaleDataNotice(page.kept, title)
  const status = useSubmissionStatus(page.saved)
  const [submitted, setSubmitted] = useState(false)
  const files = useFormFiles(form, {
    known: useMemo(() => record?.attachments ?? NO_FILES, [record]),
    whenSaved: page.whenKept,
  })
  const context = {
    today: chinaToday(),
    studentName: session?.person.name ?? '',
    facts: page.facts,
  }
  const availability = offered === undefined ? 'closed' : classifyAvailability(offered)
  const isOpen = availability === 'open'
  const isTroubled = page.needsYou || page.isInConflict
  // A submission is shown right after it was sent. When the page is opened again, it can be changed
  // as long as the form takes answers.
  const shown =
    !isTroubled && (submitted || (!isOpen && !page.restored) || availability === 'under-review')
      ? record
      : undefined
  const send = (answers: CampusFormAnswers, baseVersion: string | undefined) => {
    const payload: CampusFormSubmission = {
      student: session?.subject ?? '',
      form,
      version: offered?.version ?? 0,
      answers,
      attachments:
        compiled === undefined || files === undefined
          ? []
          : files.describe(filesIn(compiled, answers)),
    }
    return submitCampusForm(payload, {
      baseVersion,
      uploadedFiles: page.confirmed?.attachments.map(({ id }) => id) ?? [],
    })
  }
  const isMissing = offered === undefined && page.offers.data !== undefined
  const isReady = page.ready && files !== undefined
  return (
    <Page
      title={title}
      back={step === undefined ? CAMPUS_FORMS_PAGE : `/welcome/${stunum}`}
      action={page.draftKept && !shown && <output>{say.draftKept}</output>}
      banner={age && <StaleDataBanner strong={age.strong} text={age.text ?? say.firstTime} />}
    >
      {page.failed && !isMissing && (
        <ErrorState
          title={texts.loadFailed}
          text={page.offers.problem ?? page.kept.problem}
          why={page.offers.why ?? page.kept.why}
          onRetry={() => {
            page.offers.retry()
            page.kept.retry()
          }}
        />
      )}
      {isMissing && (
        <EmptyStateWithLink
          icon={<Icon of={FileQuestion} />}
          title={texts.notOffered}
          text={texts.notOfferedText}
          to={CAMPUS_FORMS_PAGE}
          way={texts.toList}
        />
      )}
      {!page.failed && !isMissing && !isReady && <Skeleton rows={8} />}
      {!page.failed && isReady && offered !== undefined && compiled !== undefined && (
        <>
          {waiting && <WaitingNotice item={waiting} texts={say} />}
          {waiting === undefined && <StateNotice offered={offered} availability={availability} />}
          {page.askAgain.size > 0 && shown === undefined && (
            <div role="status" className={styles['changed']} data-tone="wait">
              <b>{texts.againTitle}</b>
              <p>{texts.againText(page.askAgain.size)}</p>
            </div>
          )}
          {shown !== undefined ? (
            <>
              <GivenAnswers
                submission={shown}
                current={{ version: offered.version, compiled }}
                context={context}
                files={files}
              />
              {isOpen && (
                <Button tone="second" onClick={() => setSubmitted(false)}>
                  {say.edit}
                </Button>
              )}
              <Button onClick={goOn}>{texts.goOn}</Button>
            </>
          ) : isOpen || isTroubled ? (
            <>
              {word(offered.definition.help) !== '' && (
                <MutedText note>{word(offered.definition.help)}</MutedText>
              )}
              <LazyCampusFormFields
                fallback={<Skeleton rows={8} />}
                key={`${page.restored ? 'draft' : 'record'}-${offered.version}`}
                definition={offered.definition}
                context={context}
                answers={page.answers}
                baseVersion={page.source.baseVersion}
                restored={page.restored}
                isInConflict={page.isInConflict}
                issues={page.issues}
                isNew={record === undefined}
                askAgain={page.askAgain}
                files={files}
                loadClassmates={loadClassmates}
                onAnswers={page.keep}
                onDropDraft={page.dropDraft}
                send={send}
                onSaved={(as) => {
                  page.finish(as)
                  setSubmitted(true)
                }}
                onSkip={step !== undefined && skippable ? goOn : undefined}
              />
            </>
          ) : null}
        </>
      )}
      {/* The sheet stays open after the delivery; the summary has its own button to continue. */}
      <LazySubmissionSheet
        status={status}
        texts={step === undefined ? { ...say, continueNext: texts.goOn } : say}
        stays
        onNext={step === undefined ? page.closeSaved : goOn}
        onClose={page.closeSaved}
      />
    </Page>
  )
}

/** The state of the answers at the university, and why they cannot be changed. */
function StateNotice({
  offered,
  availability,
}: {
  offered: NonNullable<ReturnType<typeof useCampusForm>['offered']>
  availability: ReturnType<typeof classifyAvailability>
}) {
  const texts = useTexts(campusFormTexts)
  const language = useLanguage()
  const { state, reason, note, noteEn, until } = offered
  const own = (language === 'zh' ? note || noteEn : noteEn || note) ?? ''
  const sentences = [
    state === 'rejected' && texts.rejectedText(reason),
    describeAvailability(availability, offered, { texts, language }),
    availability === 'closed' && own,
    availability === 'open' && until !== '' && texts.until(formatMinute(until, language)),
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '')
  const review = state === 'pending' || state === 'approved' || state === 'rejected' ? state : ''
  if (sentences.length === 0 && review === '') return null
  return (
    <div
      role={state === 'rejected' || availability === 'closed' ? 'alert' : 'status'}
      className={styles['changed']}
      data-tone={state === 'rejected' ? 'need' : state === 'approved' ? 'done' : 'wait'}
    >
      {review !== '' && <ReviewPill review={review}>{texts[review]}</ReviewPill>}
      {sentences.map((sentence) => (
        <p key={String(sentence)}>{sentence}</p>
      ))}
    </div>
  )
}

// Answers of an earlier version are shown in that version; in the newest one if it cannot be read.
function GivenAnswers({
  submission,
  current,
  context,
  files,
}: {
  submission: CampusFormSubmission
  current: { version: number; compiled: ReturnType<typeof compileForm> }
  context: Omit<Parameters<typeof AnswersView>[0]['context'], 'attachments'>
  files: Parameters<typeof AnswersView>[0]['files']
}) {
  const texts = useTexts(campusFormTexts)
  const { form, version } = submission
  const isEarlier = version !== current.version
  const earlier = useCachedQuery({ ...definitionQuery(form, version), enabled: isEarlier })
  const definition = earlier.data?.definition
  const compiled = useMemo(
    () => (definition === undefined ? current.compiled : compileForm(definition)),
    [definition, current.compiled],
  )
  if (isEarlier && earlier.state === 'loading') return <Skeleton rows={6} />
  return (
    <>
      {isEarlier && <MutedText note>{texts.version(version)}</MutedText>}
      <AnswersView
        compiled={compiled}
        submission={submission}
        context={{ ...context, attachments: files.ids() }}
        files={files}
      />
    </>
  )
}
