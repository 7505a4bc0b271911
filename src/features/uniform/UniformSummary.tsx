import { Check } from 'lucide'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Uniform } from '#contract/uniform'
import { uniformTexts } from '#i18n/uniform'
import { ColourSwatch } from './ColourSwatch.tsx'
import { uniformOutboxView } from './outbox-view.ts'
import styles from './uniform.module.css'

// Garments have a row each, and the colour has a swatch.
const plainRows = uniformOutboxView.fields.filter(
  ({ name }) => name !== 'garments' && name !== 'colour',
)

/** The chosen uniform, read-only, with a link to continue (UNI-04, D-53). */
export function UniformSummary({
  uniform,
  isHandedOut,
  onDone,
}: {
  uniform: Uniform
  isHandedOut: boolean
  onDone: () => void
}) {
  const texts = useTexts(uniformTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const fields = new Map<string, unknown>(Object.entries(uniform))
  return (
    <>
      <Card
        flush
        title={texts.chosen}
        action={
          isHandedOut && (
            <Pill tone="done" icon={<Icon of={Check} />}>
              {texts.handedOut}
            </Pill>
          )
        }
      >
        {uniform.garments.map(({ garment, garmentName, sizeName }) => (
          <Row key={garment} label={garmentName} value={sizeName} />
        ))}
        <Row
          label={texts.colour}
          value={
            <span className={styles['named']}>
              <ColourSwatch name={uniform.colourName} />
              {named(uniform.colourName)}
            </span>
          }
        />
        {plainRows.map(({ name, label, show }) => {
          const text = show(fields.get(name), language, {})
          return text !== '' && <Row key={name} label={label[language]} value={text} />
        })}
      </Card>
      <Button onClick={onDone}>{texts.done}</Button>
    </>
  )
}
