import { linkOptions } from '@tanstack/react-router'
import { CalendarDays, House, Upload, UserRound } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { TabBar } from '#app/ui/TabBar.tsx'
import { frameWords } from '#words/frame'

/** The main places: home, timetable (not for staff), what waits, me. */
export function Tabs() {
  const words = useWords(frameWords)
  const session = useSession()
  const { unsent, unavailable } = useOutbox()
  const timetable = {
    link: linkOptions({ to: '/searchcourse/$stunum', params: { stunum: session?.stunum ?? '0' } }),
    icon: <Icon of={CalendarDays} />,
    label: words.timetableTab,
  }
  return (
    <TabBar
      label={words.tabs}
      items={[
        { link: linkOptions({ to: '/' }), icon: <Icon of={House} />, label: words.homeTab },
        ...(session?.person.role === 'staff' ? [] : [timetable]),
        {
          link: linkOptions({ to: '/outbox' }),
          icon: <Icon of={Upload} />,
          label: words.outboxTab,
          badge: unavailable
            ? { count: '!', label: words.unread }
            : unsent > 0
              ? { count: unsent, label: words.unsent(unsent) }
              : undefined,
        },
        { link: linkOptions({ to: '/me' }), icon: <Icon of={UserRound} />, label: words.meTab },
      ]}
    />
  )
}
