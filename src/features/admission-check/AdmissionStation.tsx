import { useEffect, useRef, useState } from 'react'
import { FilterBar, OfficePage, OfficeLink } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { admissionCheck } from '#contract/admission-check'
import type { CallOutput } from '#contract/call'
import { admissionCheckTexts } from '#i18n/admission-check'
import { officeTexts } from '#i18n/office'
import { StationCard } from './StationCard.tsx'

type Found = CallOutput<typeof admissionCheck.find>

/**
 * A desk of the admission check: scan or type a number, tick off the papers, pass, and the field
 * waits for the next number.
 */
export function AdmissionStation() {
  const texts = useTexts(admissionCheckTexts)
  const office = useTexts(officeTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>()
  const field = useRef<HTMLDivElement>(null)
  // A hand scanner types into the field that has the focus.
  const focusField = () => field.current?.querySelector('input')?.focus()
  useEffect(focusField, [])
  const search = async () => {
    const find = typed.trim()
    if (find === '') return
    setFound(undefined)
    const outcome = await send(admissionCheck.find, { find })
    if (outcome?.type !== 'ok') return
    setFound(outcome.data)
    if (outcome.data.students.length === 0) setProblem(texts.unknown)
  }
  const next = (said: string) => {
    showToast(said)
    setFound(undefined)
    setTyped('')
    focusField()
  }
  return (
    <OfficePage
      title={texts.station}
      actions={<OfficeLink to="admission">{texts.backToList}</OfficeLink>}
    >
      <MutedText>{texts.scanHint}</MutedText>
      <div ref={field}>
        <FilterBar label={texts.station} onSearch={() => void search()}>
          <TextField
            label={texts.scan}
            value={typed}
            maxLength={64}
            autoComplete="off"
            enterKeyHint="search"
            onType={setTyped}
          />
          <Button type="submit" tone="second" busy={busy}>
            {office.search}
          </Button>
        </FilterBar>
      </div>
      <Alert text={problem} />
      {found?.students.map((one) => (
        <StationCard key={one.about.student} of={one} papers={found.papers} onNext={next} />
      ))}
    </OfficePage>
  )
}
