import { Package as Package2 } from 'lucide'
import { useState } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import type { SupplyPackage } from '#contract/living-supplies'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { packagePictureUrl } from './values.ts'
import styles from './living-supplies.module.css'

/** A package with its picture, price and checkbox; a mandatory one stays checked (LIV-12). */
export function PackageField({
  offer,
  checked,
  onToggle,
}: {
  offer: SupplyPackage
  checked: boolean
  onToggle: (checked: boolean) => void
}) {
  const texts = useTexts(livingSuppliesTexts)
  const named = useTranslateName()
  return (
    <label className={joinClassNames(styles['package'], offer.mandatory && styles['fixed'])}>
      <Picture path={offer.picture} />
      <span className={styles['words']}>
        <b>{named(offer.name)}</b>
        <span className={styles['content']}>{named(offer.content)}</span>
        <span className={styles['price']}>{formatMoney(offer.price)}</span>
      </span>
      {offer.mandatory && <Pill tone="brand">{texts.mandatory}</Pill>}
      <input
        type="checkbox"
        checked={checked}
        disabled={offer.mandatory}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
    </label>
  )
}

function Picture({ path }: { path: string }) {
  const [isBroken, setBroken] = useState(false)
  const src = packagePictureUrl(path, appConfig.base)
  if (src === undefined || isBroken)
    return (
      <span aria-hidden className={styles['picture']}>
        <Icon of={Package2} />
      </span>
    )
  return (
    <img
      src={src}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      className={styles['picture']}
      onError={() => setBroken(true)}
    />
  )
}
