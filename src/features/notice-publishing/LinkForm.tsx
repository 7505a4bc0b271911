import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { richTextTexts } from '#i18n/rich-text'
import styles from './notice-publishing.module.css'

/** Sets the address of the selected text's link; an empty address removes the link. */
export function LinkForm({ editor, onEnd }: { editor: Editor; onEnd: () => void }) {
  const texts = useTexts(richTextTexts)
  const known: unknown = editor.getAttributes('link')['href']
  const [address, setAddress] = useState(typeof known === 'string' ? known : 'https://')
  const [error, setError] = useState<string>()
  const apply = () => {
    const href = address.trim()
    const isNone = href === '' || href === 'https://'
    if (!isNone && !/^https?:\/\/\S+\.\S+/i.test(href)) return setError(texts.badAddress)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isNone) chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      // Without a selection the address itself becomes the text.
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onEnd()
  }
  return (
    <div className={styles['link']}>
      <TextField
        label={texts.address}
        type="url"
        hint={texts.addressHint}
        error={error}
        value={address}
        onType={setAddress}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          apply()
        }}
        trailing={<TextButton onClick={apply}>{texts.apply}</TextButton>}
      />
    </div>
  )
}
