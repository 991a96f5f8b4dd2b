/** The language's own ways to write numbers, lists and plurals. Making one takes long, so each is kept. */
function kept<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    let one = made.get(language);
    if (one === undefined) {
      one = make(language);
      made.set(language, one);
    }
    return one;
  };
}

export const plurals = kept((language) => new Intl.PluralRules(language));
export const plain = kept((language) => new Intl.NumberFormat(language));
export const withSign = kept(
  (language) => new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }),
);
const share = (options: Intl.NumberFormatOptions) =>
  kept((language) => new Intl.NumberFormat(language, { style: 'percent', ...options }));
export const percents = {
  whole: share({ maximumFractionDigits: 0 }),
  fine: share({ maximumFractionDigits: 1 }),
  change: share({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }),
};
export const points = kept(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);
/** Seconds with a tenth, as a clock shows them: "05.3", "05,3". */
export const tenths = kept(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumIntegerDigits: 2,
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
export const conjunction = kept(
  (language) => new Intl.ListFormat(language, { type: 'conjunction' }),
);
