/** The demonstration's people (server/src/seed/organisation.rs), one for each kind of access. */
export const people = {
  /** Administers Casa Lumen: manager of its nodes. */
  admin: 'ana.souza@casalumen.example',
  /** Manages the studio, writes in the library, cleared for everything. */
  manager: 'marcos.lima@casalumen.example',
  /** Reads the library, cleared for nothing. */
  regular: 'julia.mendes@casalumen.example',
  /** Of another company, reads one folder. */
  partner: 'rafael@vitrola-varejo.example',
  /** Administers Northwind Atelier, another tenant. */
  stranger: 'nora.berg@northwind.example',
} as const;

export type Person = keyof typeof people;

export const password = 'a journey of a thousand miles';
