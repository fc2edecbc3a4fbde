//! Expansion of some variables, which leaves a template for the others.

use alloc::string::String;

use crate::error::ExpandError;
use crate::operator::Operator;
use crate::template::{Expression, Part, Template, Variable};
use crate::value::Values;

impl Template {
    /// Expands the variables that have a value, and leaves the others. The result expands, with values of
    /// the others, to what the template expands to with all of them.
    ///
    /// A variable also stays if what is before it depends on a variable that stays: the `,` in
    /// `{x,y}`, and the `?` or `&` of `y` in `{?x,y}`. So give the same values again when the rest is
    /// known.
    ///
    /// # Errors
    ///
    /// As [`expand`](Self::expand).
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let template = Template::parse("/search{/lang,q}{?page,size}")?;
    /// let some = [("lang", Value::from("fr")), ("page", Value::from(2))];
    /// assert_eq!(template.partial(&some)?.as_str(), "/search/fr{/q}?page=2{&size}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn partial<V: Values + ?Sized>(&self, values: &V) -> Result<Self, ExpandError> {
        let mut text = String::with_capacity(2 * self.text.len());
        for part in &self.parts {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Expression(expression) => self.push_rest(expression, values, &mut text)?,
            }
        }
        // Expansions have no character that no literal may have.
        Ok(Self::parse(text).unwrap_or_else(|_| self.clone()))
    }

    fn push_rest<V: Values + ?Sized>(
        &self,
        expression: &Expression,
        values: &V,
        out: &mut String,
    ) -> Result<(), ExpandError> {
        let is_known = |variable: &Variable| values.value(&variable.name).is_some_and(|value| !value.is_undefined());
        if expression.variables.iter().all(is_known) {
            return expression.expand(values, out);
        }
        let mut operator = expression.operator;
        // Where the text before the first variable and the one between two are the same, each variable
        // represents itself. A query is so after its first variable.
        let first_known = expression.variables.first().is_some_and(is_known);
        let separate = match operator {
            Operator::Simple | Operator::Reserved | Operator::Fragment => false,
            Operator::Query => first_known,
            _ => true,
        };
        if !separate {
            out.push_str(&self.text[expression.range.clone()]);
            return Ok(());
        }
        for variable in &expression.variables {
            if is_known(variable) {
                let variables = [variable.clone()].into();
                Expression { range: 0..0, operator, variables }.expand(values, out)?;
            } else {
                out.extend(["{", operator.as_str(), &self.text[variable.range.clone()], "}"]);
            }
            if operator == Operator::Query {
                operator = Operator::Continuation;
            }
        }
        Ok(())
    }
}
