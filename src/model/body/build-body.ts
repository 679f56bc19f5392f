import { createDiagnostic } from '../../diagnostics/create.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { NormalizedMediaType, NormalizedOperation, Schema } from '../../normalize/normalized-spec.js';
import type { Adjustment } from '../adjust/adjustments.js';
import type { RequestBodyModel } from '../api-model.js';
import { followSchema } from '../follow-schema.js';
import { BODY_KEY } from '../parameters/property-keys.js';
import type { Report } from '../report.js';
import { hiddenFields, unknownFieldRules, withoutFields } from './hide-fields.js';
import { essenceOf, type MediaChoice, mediaChoice } from './media-type.js';

/** The body an operation is sent with, none, or the reason why the operation cannot be sent. */
export type BodyOutcome = { readonly body?: RequestBodyModel; readonly skip?: Diagnostic };

/** `fetch` sends no body with these (Fetch standard, Request constructor). */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

interface Offer {
  readonly media: NormalizedMediaType;
  readonly choice: MediaChoice;
}

export function buildBody(
  operation: NormalizedOperation,
  adjustment: Adjustment,
  definitions: ReadonlyMap<string, Schema>,
  report: Report,
): BodyOutcome {
  const { requestBody, method, path, location } = operation;
  if (requestBody === undefined) return {};
  const refuse = (code: 'BODY_NOT_SENDABLE' | 'MEDIA_TYPE_UNSUPPORTED', what: string): BodyOutcome => {
    if (requestBody.required) return { skip: createDiagnostic(code, `${what}.`, { location }) };
    report.add(code, `${what}; it is optional and was left out.`, { location });
    return {};
  };
  if (BODILESS.has(method)) return refuse('BODY_NOT_SENDABLE', `The body of ${method} ${path} cannot be sent`);
  const offers = requestBody.content.flatMap((media): Offer[] => {
    const choice = mediaChoice(media, followSchema(media.schema, definitions));
    return choice === undefined ? [] : [{ media, choice }];
  });
  const used = chosen(operation, offers, adjustment.contentType, report);
  if (used === undefined) {
    const types = requestBody.content.map(({ contentType }) => contentType).join(', ') || 'none';
    return refuse('MEDIA_TYPE_UNSUPPORTED', `The body of ${method} ${path} cannot be sent (media types: ${types})`);
  }
  for (const name of unknownFieldRules(adjustment, used.media, definitions)) {
    const message = `${method} ${path} has no body field that the rule "${name}" can hide.`;
    report.add('EXTENSION_INVALID', message, { location, key: `${method} ${path} ${name}` });
  }
  const others = offers.filter((offer) => offer !== used);
  const body: RequestBodyModel = {
    property: BODY_KEY,
    ...(requestBody.description !== undefined && { description: requestBody.description }),
    required: requestBody.required,
    kind: used.choice.kind,
    media: withoutFields(used.media, hiddenFields(adjustment), definitions),
    contentTypes: [used, ...others].map(({ media }) => media.contentType),
  };
  return { body };
}

/** The offer that was asked for, else the one that is preferred most; the document's order decides between equals. */
function chosen(
  { method, path, location }: NormalizedOperation,
  offers: readonly Offer[],
  asked: string | undefined,
  report: Report,
): Offer | undefined {
  if (asked !== undefined) {
    const found =
      offers.find(({ media }) => media.contentType === asked) ??
      offers.find(({ media }) => essenceOf(media.contentType) === essenceOf(asked));
    if (found !== undefined) return found;
    const known = offers.map(({ media }) => media.contentType).join(', ') || 'none';
    const message = `${method} ${path} does not take the content type "${asked}" (it takes: ${known}).`;
    report.add('EXTENSION_INVALID', message, { location });
  }
  const [first, ...rest] = offers;
  return rest.reduce<Offer | undefined>(
    (best, offer) => (best !== undefined && best.choice.rank <= offer.choice.rank ? best : offer),
    first,
  );
}
