/**
 * The parts of the backend from the lowest to the highest. Each may import the parts before it,
 * never those behind it: so there is no circle, and what a change may touch can be read here. A
 * feature is imported through its `face.ts` only; the table `features/index.ts` takes each
 * feature's `routes.ts` as well. `npm run check` refuses every other import.
 */
export const LAYERS: readonly string[] = [
  // HTTP, the database, sessions, the messaging app: no word of a campus's business.
  'platform',
  // The contract told to other systems, as OpenAPI.
  'openapi',
  // The payment services behind one interface.
  'payments',
  // The messaging app and the payment sheet of the demo campus.
  'sandbox',
  // What several features stand on.
  'features/office',
  'features/factor',
  'features/staff',
  'features/notices',
  'features/school',
  'features/messages',
  'features/steps',
  'features/charges',
  'features/forms',
  // Features that others ask something of.
  'features/calendar',
  'features/timetable',
  'features/photo',
  'features/profile',
  'features/checkin',
  'features/phones',
  'features/arrivals',
  'features/progress',
  'features/room',
  'features/dorm',
  'features/family',
  'features/greenchannel',
  'features/payment',
  'features/evaluation',
  // Features that nobody asks.
  'features/audit',
  'features/editing',
  'features/devices',
  'features/evaluationresults',
  'features/exports',
  'features/fees',
  'features/finance',
  'features/grades',
  'features/guide',
  'features/home',
  'features/identity',
  'features/imports',
  'features/inbox',
  'features/living',
  'features/noticeboard',
  'features/onboarding',
  'features/privacy',
  'features/report',
  'features/support',
  'features/transfer',
  'features/transferdesk',
  'features/travel',
  'features/troubles',
  'features/uniform',
  'features/university',
  // The office's page of a student, which stands on all of these.
  'features/students',
  // The table of all handlers.
  'features',
  'demo',
  // The composition: app.ts, main.ts and what they start with.
  '.',
]
