import { useRef, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import {
  encodeBlobAsDataUrl,
  prepareImage,
  THUMBNAIL_SIZE_LIMITS,
} from '#app/lib/pictures/prepare-image.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { UPLOADED_PICTURE_PREFIX } from '#contract/living-supplies'
import { referenceDataTexts } from '#i18n/reference-data'
import type { LocalizedText } from '#i18n/translate'
import styles from './reference-data.module.css'

/**
 * A picture that the user chooses from the app's own pictures, or uploads; an uploaded picture is
 * scaled down in the browser.
 */
export function PictureField({
  label,
  hint,
  value,
  error,
  options,
  onChange,
}: {
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  options: readonly (readonly [value: string, name: LocalizedText])[]
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const language = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const isOther = !options.some(([known]) => known === value)
  const choose = (chosen: string) => {
    setProblem(undefined)
    onChange(chosen)
  }
  const upload = async (file: File | undefined) => {
    if (file === undefined) return
    const made = await prepareImage(file, THUMBNAIL_SIZE_LIMITS)
    if (made.type === 'ready') choose(await encodeBlobAsDataUrl(made.image.blob))
    else setProblem(texts.badPicture)
  }
  return (
    <div className={styles['picture']}>
      {value !== '' && <img src={addressOf(value)} alt={label} width={56} height={56} />}
      <div>
        <SelectField
          label={label}
          hint={hint}
          value={value}
          error={problem ?? error}
          options={[
            ...options.map(([known, name]) => ({ value: known, label: name[language] })),
            ...(isOther
              ? [
                  {
                    value,
                    label: value.startsWith(UPLOADED_PICTURE_PREFIX)
                      ? texts.uploadedPicture
                      : value,
                  },
                ]
              : []),
          ]}
          onChange={choose}
        />
        <TextButton onClick={() => picker.current?.click()}>{texts.uploadPicture}</TextButton>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        onChange={({ target }) => {
          void upload(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}

const addressOf = (picture: string) =>
  picture.startsWith(UPLOADED_PICTURE_PREFIX)
    ? picture
    : `${appConfig.base}${picture.replace(/^\/+/, '')}`
