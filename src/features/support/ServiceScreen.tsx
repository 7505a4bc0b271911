import Headset from 'lucide-react/icons/headset'
import { useWords } from '#app/lib/language.ts'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { supportWords } from '#words/support'
import { ServiceButton } from './ServiceButton.tsx'

/** The way to customer service (CMP-04). */
export function ServiceScreen() {
  const words = useWords(supportWords)
  return (
    <Page title={words.service} back>
      <Empty icon={<Headset />} title={words.service} text={words.serviceText} action={<ServiceButton />} />
    </Page>
  )
}
