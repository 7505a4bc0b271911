import type { Editor } from '@tiptap/react'
import { Image as ImageIcon } from 'lucide'
import { useRef } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { encodeBlobAsDataUrl, prepareImage } from '#app/lib/pictures/prepare-image.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { showToast } from '#app/ui/toast.ts'
import { richTextTexts } from '#i18n/rich-text'

/** Inserts a picture into the text, scaled down; it is stored inside the text. */
export function PictureButton({ editor }: { editor: Editor }) {
  const texts = useTexts(richTextTexts)
  const picker = useRef<HTMLInputElement>(null)
  const put = async (file: File | undefined) => {
    if (file === undefined) return
    const made = await prepareImage(file)
    if (made.type !== 'ready') return showToast(texts.badPicture)
    const src = await encodeBlobAsDataUrl(made.image.blob)
    const alt = file.name.replace(/\.\w+$/, '')
    editor.chain().focus().setImage({ src, alt }).run()
  }
  return (
    <>
      <button
        type="button"
        title={texts.picture}
        aria-label={texts.picture}
        onClick={() => picker.current?.click()}
      >
        <Icon of={ImageIcon} />
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          void put(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
