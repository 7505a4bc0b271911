import { Check } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Uniform } from '#contract/uniform'
import { uniformTexts } from '#i18n/uniform'
import { ColourSwatch } from './ColourSwatch.tsx'
import styles from './uniform.module.css'

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
  const named = useTranslateName()
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
        {uniform.remark !== '' && <Row label={texts.remark} value={uniform.remark} />}
      </Card>
      <Button onClick={onDone}>{texts.done}</Button>
    </>
  )
}
