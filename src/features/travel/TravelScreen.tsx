import { useAge } from '#app/lib/age.ts'
import { addressAfter, rememberedFlow, useFlow } from '#app/lib/flow.ts'
import { useWords } from '#app/lib/language.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { travelWords } from '#words/travel'
import { useNavigate } from '@tanstack/react-router'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useState } from 'react'
import { SavedSheet, type SavedAs } from './SavedSheet.tsx'
import { ShownRecord } from './ShownRecord.tsx'
import styles from './travel.module.css'
import { TravelForm } from './TravelForm.tsx'
import { useTravel } from './useTravel.ts'
import { WaitingNotice } from './WaitingNotice.tsx'

/** The travel step: fill in, submit with or without a network, then on to the next step (TRV-01). */
export function TravelScreen({ step, stunum }: { step: string; stunum: string }) {
  const words = useWords(travelWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const travel = useTravel(step)
  const flow = useFlow()
  const age = useAge(travel.kept, words.title)
  const [editing, edit] = useState(false)
  const [saved, setSaved] = useState<SavedAs>()
  const [draftKept, keepDraft] = useState(false)
  const steps = flow.steps ?? rememberedFlow()
  const goOn = () => void navigate({ to: addressAfter(steps, Number(step), stunum) })
  const skippable = steps.find(({ id }) => id === Number(step))?.skippable ?? false
  const needsYou = travel.waiting?.state === 'needs-you'
  // A public record is shown, not offered for submission again (TRV-08, D-47).
  const shown = !editing && !travel.restored && !needsYou && travel.record?.open === true ? travel.record : undefined
  const failed = travel.kept.state === 'failed' && travel.kept.network === 'online' && travel.record === undefined
  return (
    <Page
      title={words.title}
      back={`/welcome/${stunum}`}
      action={draftKept && !shown && <output>{words.draftKept}</output>}
      banner={
        age && (
          <Banner icon={<CloudOff aria-hidden />} strong={age.strong}>
            {age.text ?? words.firstTime}
          </Banner>
        )
      }
    >
      {failed && (
        <Problem title={words.loadFailed} text={travel.kept.problem} retryLabel={words.retry} onRetry={travel.kept.retry} />
      )}
      {!failed && !travel.ready && <Skeleton rows={8} label={common.loading} />}
      {!failed && travel.ready && (
        <div className={styles['stack']}>
          {travel.waiting && <WaitingNotice item={travel.waiting} />}
          {shown ? (
            <ShownRecord
              record={shown}
              waiting={travel.waiting !== undefined}
              step={step}
              stunum={stunum}
              skippable={skippable}
              onSkip={goOn}
              onEdit={() => edit(true)}
            />
          ) : (
            <TravelForm
              key={travel.restored ? 'draft' : 'record'}
              source={travel.source}
              restored={travel.restored}
              issues={needsYou ? travel.waiting?.lastProblem?.issues : undefined}
              onDraft={async (draft) => keepDraft(await travel.draft.save(draft))}
              onDropDraft={() => {
                void travel.draft.drop()
                keepDraft(false)
                travel.settle()
              }}
              onSaved={(as) => {
                setSaved(as)
                keepDraft(false)
                travel.settle()
                edit(false)
              }}
              {...(skippable && { onSkip: goOn })}
            />
          )}
        </div>
      )}
      {saved && <SavedSheet saved={saved} onNext={goOn} onClose={() => setSaved(undefined)} />}
    </Page>
  )
}
