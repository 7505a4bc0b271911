import ScrollText from 'lucide-react/icons/scroll-text'
import { type ComponentType, lazy } from 'react'
import type { Section } from '#app/features/office/face.ts'
import { logWords } from '#words/office-log'

/** A section of the office with its screen; `rest` is the address below the section's own. */
interface Screened extends Section {
  readonly screen: ComponentType<{ rest: string }>
}

const LogScreen = lazy(async () => ({
  default: (await import('#app/features/office/LogScreen.tsx')).LogScreen,
}))

/** The sections of the office in the order of its menu. A new one adds an entry. */
export const sections: readonly Screened[] = [
  {
    at: 'log',
    name: logWords.title,
    icon: <ScrollText />,
    roles: ['administrator'],
    screen: LogScreen,
  },
]
