import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { PhotoPlaceholder, PhotoFrame } from '#app/ui/PhotoFrame.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { photoTexts } from '#i18n/photo'

/**
 * The photo that the university stores. While it loads, the photo that was just uploaded is shown
 * (PHO-03).
 */
export function StoredPhoto({ photoKey, sent }: { photoKey: string; sent: Blob | undefined }) {
  const texts = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  const stored = useQuery(imageQuery(photoKey))
  const shown = stored.data ?? sent
  return (
    <>
      <PhotoFrame>
        {shown !== undefined && <BlobImage blob={shown} alt={texts.storedPhoto} />}
        {shown === undefined && stored.isFetching && (
          <output aria-label={common.loading}>
            <Spinner />
          </output>
        )}
        {shown === undefined && !stored.isFetching && (
          <PhotoPlaceholder role="alert">
            <span>{texts.photoFailed}</span>
            <TextButton onClick={() => void stored.refetch()}>{form.retry}</TextButton>
          </PhotoPlaceholder>
        )}
      </PhotoFrame>
      <Pill tone="done" icon={<Icon of={Check} />}>
        {texts.arrived}
      </Pill>
    </>
  )
}
