import { useState } from 'react'
import { CheckboxGroup, FilterBar } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import {
  type BedAllocation,
  type BedAllocationRequest,
  bedAllocation,
  CHOICE_RULES,
  MAX_SEED,
} from '#contract/bed-allocation'
import type { CallOutput } from '#contract/call'
import { arrivalTexts } from '#i18n/arrivals'
import { bedAllocationTexts } from '#i18n/bed-allocation'
import styles from './bed-allocation.module.css'

const EVERYBODY: Omit<BedAllocationRequest, 'seed'> = {
  cohort: 'new',
  department: '',
  level: '',
  gender: '',
  buildings: [],
  choice: 'chosen',
}

/** Chooses students, buildings and rules, and asks for a preview. */
export function AllocationForm({
  choices: { departments, levels, buildings },
  onPreview,
}: {
  choices: Pick<CallOutput<typeof bedAllocation.list>, 'departments' | 'levels' | 'buildings'>
  onPreview: (allocation: BedAllocation) => void
}) {
  const texts = useTexts(bedAllocationTexts)
  const arrival = useTexts(arrivalTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [request, setRequest] = useState(EVERYBODY)
  const [seed, setSeed] = useState('1')
  const preview = async () => {
    if (!/^\d{1,6}$/.test(seed) || Number(seed) > MAX_SEED) return setProblem(texts.seedWrong)
    const outcome = await send(bedAllocation.preview, { ...request, seed: Number(seed) })
    if (outcome?.type === 'ok') onPreview(outcome.data.allocation)
    return undefined
  }
  const all = { value: '', label: texts.everybody }
  return (
    <Stack>
      <FilterBar label={texts.students} onSearch={() => void preview()}>
        <SegmentedControl
          label={arrival.cohort}
          value={request.cohort}
          options={[
            { value: 'new', label: arrival.newStudents },
            { value: 'all', label: arrival.allStudents },
          ]}
          onChoose={(cohort) => setRequest({ ...request, cohort })}
        />
        <SelectField
          label={texts.department}
          value={request.department}
          options={[all, ...departments.map((value) => ({ value, label: value }))]}
          onChange={(department) => setRequest({ ...request, department })}
        />
        <SelectField
          label={texts.level}
          value={request.level}
          options={[
            { value: '', label: texts.allLevels },
            ...levels.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(level) => setRequest({ ...request, level })}
        />
        <SelectField
          label={texts.gender}
          value={request.gender}
          options={[all, { value: '1', label: texts.male }, { value: '2', label: texts.female }]}
          onChange={(gender) =>
            setRequest({ ...request, gender: gender === '1' || gender === '2' ? gender : '' })
          }
        />
        <SelectField
          label={texts.choice}
          value={request.choice}
          options={CHOICE_RULES.map((value) => ({ value, label: texts[value] }))}
          onChange={(choice) =>
            setRequest({
              ...request,
              choice: CHOICE_RULES.find((one) => one === choice) ?? request.choice,
            })
          }
        />
      </FilterBar>
      <CheckboxGroup
        plain
        label={texts.beds}
        options={buildings.map(({ building, free }) => ({
          value: building,
          label: texts.buildingWithBeds(building, free),
        }))}
        chosen={request.buildings}
        onChange={(chosen) => setRequest({ ...request, buildings: chosen })}
      />
      <div className={styles['seed']}>
        <TextField
          label={texts.seed}
          hint={texts.seedHint}
          value={seed}
          inputMode="numeric"
          maxLength={6}
          onChange={({ target }) => setSeed(target.value.trim())}
        />
      </div>
      <Alert text={problem} />
      <div>
        <Button busy={busy} onClick={() => void preview()}>
          {texts.preview}
        </Button>
      </div>
      {busy && <MutedText>{texts.previewBusy}</MutedText>}
    </Stack>
  )
}
