import { OfficeLayout } from '#app/features/office/public.ts'
import { lazyScreen } from './lazy-screen.ts'
import { officeGroups, officeSections } from './sections.tsx'

const GateScreen = lazyScreen(
  async () =>
    (await import('#app/features/second-factor/OfficeAccessScreen.tsx')).OfficeAccessScreen,
)

const OfficeDayScreen = lazyScreen(
  async () => (await import('#app/features/office-day/OfficeDayScreen.tsx')).OfficeDayScreen,
)

/**
 * The office below /manage. Its sections are not routes, because every student's phone loads the
 * route table.
 */
export function OfficeRoot({ rest, next }: { rest: string; next: string | undefined }) {
  return (
    <OfficeLayout
      groups={officeGroups}
      rest={rest}
      next={next}
      day={<OfficeDayScreen />}
      gate={(lacks, done) => <GateScreen lacks={lacks} onDone={done} />}
    >
      {({ path }) => {
        const Screen = officeSections.find((one) => one.path === path)?.screen
        return Screen && <Screen rest={rest.slice(path.length + 1)} />
      }}
    </OfficeLayout>
  )
}
