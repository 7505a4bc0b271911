import { ArrivalsScreen } from '#app/features/arrivals/ArrivalsScreen.tsx'
import { lazyScreen } from './lazy-screen.ts'

const ArrivalPlanScreen = lazyScreen(
  async () =>
    (await import('#app/features/arrival-planning/ArrivalPlanScreen.tsx')).ArrivalPlanScreen,
)

/** The arrivals section: the day, and the plan of another feature. */
export const OfficeArrivals = ({ rest }: { rest: string }) =>
  rest === 'plan' ? <ArrivalPlanScreen /> : <ArrivalsScreen rest={rest} />
