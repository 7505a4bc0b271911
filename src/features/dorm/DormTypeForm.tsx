import { BedDouble } from 'lucide'
import { useId, type ReactNode, type SubmitEvent } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import {
  focusField,
  useReportInvalidField,
  InvalidFieldsProvider,
} from '#app/ui/invalid-fields.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { DormType } from '#contract/dorm'
import { dormTexts } from '#i18n/dorm'
import { dormChoiceTexts } from '#i18n/dorm-choice'
import { formTexts } from '#i18n/form'
import type { useDormStep } from './useDormStep.ts'
import styles from './dorm.module.css'

/** If at most this many beds are available, their number is highlighted. */
const FEW = 10

/** The available types with prices and bed counts, and the choice of one (DORM-02). */
export function DormTypeForm({
  dorm,
  types,
  holdSeconds,
  onSkip,
}: {
  dorm: ReturnType<typeof useDormStep>
  types: readonly DormType[]
  /** How long a bed would be reserved, seconds; undefined if the backend does not say. */
  holdSeconds: number | undefined
  onSkip: (() => void) | undefined
}) {
  const texts = useTexts(dormTexts)
  const choice = useTexts(dormChoiceTexts)
  const say = useTexts(formTexts)
  const id = useId()
  const error = dorm.isMissing ? choice.typeRequired : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!dorm.submit()) focusField(id)
  }
  if (types.length === 0)
    return (
      <EmptyState
        icon={<Icon of={BedDouble} />}
        title={texts.empty}
        text={texts.emptyText}
        action={
          <Button tone="second" onClick={dorm.refresh}>
            {say.retry}
          </Button>
        }
      />
    )
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      {dorm.isLost && <Alert text={texts.chooseAgain} />}
      <InvalidFieldsProvider>
        {error !== undefined && <ErrorSummary title={say.errors} errors={[error]} />}
        <Card
          flush
          title={texts.types}
          action={<TextButton onClick={dorm.refresh}>{texts.refresh}</TextButton>}
        >
          <Types id={id} error={error}>
            {types.map((type) => (
              <TypeRadio
                key={type.id}
                name={id}
                type={type}
                checked={type.id === dorm.type}
                onPick={dorm.pick}
              />
            ))}
          </Types>
        </Card>
      </InvalidFieldsProvider>
      <p className={styles['quiet']}>
        {texts.final}
        {holdSeconds !== 0 &&
          (holdSeconds === undefined
            ? texts.holdRule
            : texts.holdRuleFor(Math.floor(holdSeconds / 60)))}
      </p>
      <Alert text={dorm.problem} />
      <Button type="submit" tone={dorm.network === 'offline' ? 'off' : 'main'} busy={dorm.isBusy}>
        {say.submit}
      </Button>
      {onSkip && (
        <Button tone="second" onClick={onSkip}>
          {say.skip}
        </Button>
      )}
    </Stack>
  )
}

function Types({
  id,
  error,
  children,
}: {
  id: string
  error: string | undefined
  children: ReactNode
}) {
  const texts = useTexts(dormTexts)
  useReportInvalidField(id, texts.types, error)
  return (
    <>
      <div
        id={id}
        role="radiogroup"
        aria-label={texts.types}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={styles['types']}
      >
        {children}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </>
  )
}

function TypeRadio({
  name,
  type: { id, name: label, price, placesLeft },
  checked,
  onPick,
}: {
  name: string
  type: DormType
  checked: boolean
  onPick: (id: string) => void
}) {
  const texts = useTexts(dormTexts)
  const named = useTranslateName()
  const isFull = placesLeft !== undefined && placesLeft <= 0
  return (
    <label
      className={joinClassNames(
        styles['type'],
        checked && styles['picked'],
        isFull && styles['full'],
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={isFull && !checked}
        onChange={() => onPick(id)}
      />
      <span className={styles['name']}>
        <b>{named(label)}</b>
        {price !== undefined && (
          <span className={styles['price']}>{texts.aYear(formatMoney(price))}</span>
        )}
      </span>
      {placesLeft !== undefined && (
        <Pill tone={isFull ? 'mute' : placesLeft <= FEW ? 'wait' : 'done'}>
          {isFull ? texts.full : texts.placesLeft(placesLeft)}
        </Pill>
      )}
    </label>
  )
}
